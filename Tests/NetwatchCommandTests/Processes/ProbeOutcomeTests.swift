import NetwatchCore
import NetwatchTestSupport
import Testing

/// A server's behaviour, and what `probe` makes of it.
struct ProbeCase: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var script: ScriptedServer.Script
  var expectation = ""
  var outcome: String
  var status: Int?
  var location: String?

  private static let page = "<html><meta http-equiv=refresh content='0;url=/login'></html>"
  private static let login = "http://198.51.100.1/login"

  static let answers = [
    Self(testDescription: "204", script: .http(status: 204), outcome: "success", status: 204),
    Self(
      testDescription: "a redirect",
      script: .http(status: 302, headers: ["Location": login]),
      outcome: "portal",
      status: 302,
      location: login
    ),
    Self(testDescription: "a page", script: .http(body: page), outcome: "portal", status: 200),
    Self(testDescription: "511", script: .http(status: 511), outcome: "portal", status: 511),
    Self(testDescription: "404", script: .http(status: 404), outcome: "unexpected", status: 404),
    Self(testDescription: "no page", script: .http(), outcome: "unexpected", status: 200),
    Self(
      testDescription: "the body that is expected",
      script: .http(body: "pong"),
      expectation: "#status=200&body=pong",
      outcome: "success",
      status: 200
    ),
    Self(
      testDescription: "204 where a body is expected",
      script: .http(status: 204),
      expectation: "#status=200&body=pong",
      outcome: "unexpected",
      status: 204
    ),
    Self(
      testDescription: "no answer",
      script: [.readRequest, .close],
      outcome: "reset"
    ),
    Self(testDescription: "a reset", script: [.readRequest, .reset], outcome: "reset"),
    Self(
      testDescription: "the beginning that is expected, of a body without end",
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\npong"), .sendForever("xxxxxxxx")],
      expectation: "#status=200&prefix=pong",
      outcome: "success",
      status: 200
    ),
    Self(
      testDescription: "more than is expected",
      script: .http(body: "pong!"),
      expectation: "#status=200&body=pong",
      outcome: "portal",
      status: 200
    ),
    Self(
      testDescription: "a redirect with a body over 64 KiB",
      script: .http(
        status: 302,
        headers: ["Location": login],
        body: String(repeating: "x", count: 70_000)
      ),
      outcome: "portal",
      status: 302,
      location: login
    ),
    Self(
      testDescription: "a body over 64 KiB",
      script: .http(body: String(repeating: "x", count: 70_000)),
      outcome: "portal",
      status: 200
    ),
    Self(
      testDescription: "a body without end",
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever("xxxxxxxx")],
      outcome: "portal",
      status: 200
    ),
    Self(
      testDescription: "a header without end",
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\n"),
        .sendForever("X-Filler: " + String(repeating: "x", count: 1000) + "\r\n"),
      ],
      outcome: "unexpected"
    ),
  ]

  static let silences = [
    Self(testDescription: "silence", script: [.readRequest, .hang], outcome: "timeout"),
    Self(
      testDescription: "a header, a byte at a time",
      script: [
        .readRequest, .send("HTTP/1.1 200 OK\r\nX: "), .sendEvery("x", .milliseconds(100)),
      ],
      outcome: "timeout",
      status: 200
    ),
  ]
}

/// `probe`: a line for each endpoint and family.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct ProbeOutcomeTests {
  private let pair: NetworkPair
  private let server: ScriptedServer

  init() throws {
    pair = try NetworkPair(families: [.ipv4])
    server = try ScriptedServer(in: pair.server.name, address: NetworkPair.serverIPv4)
  }

  private func probe(_ arguments: [String]) throws -> (ProcessOutput, [PrintedProbe]) {
    let output = try Netwatch.run(["probe", "--json"] + arguments, in: pair.client)
    return (output, try output.lines.map(PrintedProbe.init))
  }

  @Test(arguments: ProbeCase.answers)
  func `each answer has its outcome`(of answer: ProbeCase) throws {
    server.script = answer.script
    let url = "\(server.origin)/check\(answer.expectation)"
    let (output, probes) = try probe([url])
    let found = try #require(probes.first)
    #expect(probes.count == 1 && found.endpoint == url && found.family == "ipv4")
    #expect(found.outcome == answer.outcome && found.location == answer.location)
    if let status = answer.status { #expect(found.status == status) }
    #expect(found.milliseconds < 2500)
    #expect(output.status == (answer.outcome == "success" ? .success : .exited(1)))
    #expect(output.stderr == "")
    let timings = try #require(found.timings)
    #expect(timings.lookup != nil && timings.connect != nil && timings.tls == nil)
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: ProbeCase.silences)
  func `who does not end is given up at the limit`(of silence: ProbeCase) throws {
    server.script = silence.script
    let (output, probes) = try probe(["\(server.origin)/", "--probe-timeout", "500ms"])
    let found = try #require(probes.first)
    #expect(found.outcome == "timeout" && output.status == .exited(1))
    // libcurl counts whole milliseconds, from a start of its own.
    #expect((490..<1000).contains(found.milliseconds))
  }

  @Test func `a closed port refuses`() throws {
    server.stop()
    let (output, probes) = try probe(["\(server.origin)/", "tcp://\(server.address)"])
    #expect(probes.map(\.outcome) == ["refused", "refused"] && output.status == .exited(1))
  }

  @Test func `a prohibition and no route are unreachable, and a drop is a timeout`() throws {
    let url = "\(server.origin)/"
    let limit = ["--probe-timeout", "500ms"]
    try Firewall.set("reject with icmp type admin-prohibited", in: pair.server)
    try #expect(probe([url] + limit).1.map(\.outcome) == ["unreachable"])
    try Firewall.set("drop", in: pair.server)
    let (_, dropped) = try probe([url] + limit)
    #expect(dropped.map(\.outcome) == ["timeout"])
    #expect(dropped.allSatisfy { (490..<1000).contains($0.milliseconds) })
    try pair.client.ip("route del default")
    try #expect(probe([url] + limit).1.map(\.outcome) == ["unreachable"])
  }

  @Test func `a name that nobody knows is a failure of the lookup`() throws {
    let folder = try TemporaryFolder()
    // Nothing listens on the name server's port: the answer is an error, and comes at once.
    let resolver = try folder.write("nameserver \(NetworkPair.serverIPv4)\n", to: "resolv.conf")
    let output = try Netwatch.shell(
      #"mount --bind \#(resolver) /etc/resolv.conf && exec "$@""#,
      ["probe", "--json", "http://nowhere.example/", "--family", "ipv4"],
      in: pair.client
    )
    #expect(try output.lines.map(PrintedProbe.init).map(\.outcome) == ["dnsFailure"])
    #expect(output.status == .exited(1))
  }

  @Test func `a certificate has to be trusted`() async throws {
    let server = try await TLSServer(in: pair.server)
    let url = "\(server.origin)/#status=200&prefix=%3CHTML"
    let (output, probes) = try probe([url])
    #expect(probes.map(\.outcome) == ["tlsFailure"] && output.status == .exited(1))
    // The program ends while the engine is still at work, which once cost it every fiftieth status.
    for _ in 0..<40 { try #expect(probe([url]).0.status == .exited(1)) }

    let trusting = try Netwatch.shell(
      #"mount --bind \#(server.certificate) /etc/ssl/certs/ca-certificates.crt && exec "$@""#,
      ["probe", "--json", url],
      in: pair.client
    )
    #expect(trusting.status == .success)
    let trusted = try PrintedProbe(trusting.stdout)
    #expect(trusted.outcome == "success")
    let timings = try #require(trusted.timings)
    let steps = [timings.lookup, timings.connect, timings.tls, timings.firstByte, timings.total]
    #expect(steps.compactMap(\.self) == steps.compactMap(\.self).sorted())
    #expect(!steps.contains(nil))
  }

  @Test func `verified TLS proves the path although the answer breaks off`() async throws {
    let server = try await TLSServer(
      in: pair.server,
      answer: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"
    )
    let output = try Netwatch.shell(
      #"mount --bind \#(server.certificate) /etc/ssl/certs/ca-certificates.crt && exec "$@""#,
      ["status", "--json", "--probe", "\(server.origin)/answer"],
      in: pair.client
    )
    let state = try PrintedState(#require(output.lines.first))
    #expect(state.level == "full" && output.status == .success)
    #expect(state.probes?.map(\.outcome) == ["reset"])
  }

  @Test func `every endpoint has its line, and one failure is a failure`() throws {
    server.script = .http(status: 204)
    let (good, bad) = ("\(server.origin)/", "tcp://\(NetworkPair.serverIPv4):9")
    let (output, probes) = try probe([good, bad])
    #expect(probes.map(\.endpoint) == [good, bad])
    #expect(probes.map(\.outcome) == ["success", "refused"] && output.status == .exited(1))
  }

  @Test func `a name is probed over both families`() throws {
    let pair = try NetworkPair()
    let servers = try AddressFamily.allCases.map { family in
      try ScriptedServer(
        in: pair.server.name,
        address: NetworkPair.serverAddress(family),
        port: 80,
        script: .http(status: family == .ipv4 ? 204 : 404)
      )
    }
    let folder = try TemporaryFolder()
    let hosts = try folder.write(
      servers.map { "\($0.address.address) probe.example\n" }.joined(),
      to: "hosts"
    )
    let output = try Netwatch.shell(
      #"mount --bind \#(hosts) /etc/hosts && exec "$@""#,
      ["probe", "--json", "http://probe.example/"],
      in: pair.client
    )
    let probes = try output.lines.map(PrintedProbe.init)
    #expect(probes.map(\.family) == ["ipv4", "ipv6"])
    #expect(probes.map(\.outcome) == ["success", "unexpected"])
    // One family is enough.
    #expect(output.status == .success)
  }

  @Test func `people read columns`() throws {
    server.script = .http(status: 302, headers: ["Location": "http://198.51.100.1/login"])
    let tcp = "tcp://\(server.address)"
    let output = try Netwatch.run(["probe", "\(server.origin)/", tcp], in: pair.client)
    let lines = output.lines.map { $0.replacing(/\ +[0-9]+\.[0-9]\b/, with: " N") }
      .map { $0.replacing(/\ +/, with: " ") }
    #expect(
      lines == [
        "\(server.origin)/ ipv4 portal (302) to http://198.51.100.1/login N ms "
          + "(lookup N, connect N, first byte N)",
        "\(tcp) ipv4 success N ms (lookup N, connect N)",
      ]
    )
    let columns = output.lines.compactMap { line in
      line.firstRange(of: " ipv4 ").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    #expect(columns.count == 2 && Set(columns).count == 1)
  }
}
