import Glibc
import NetwatchTestSupport
import Testing

/// What the commands make of answers that no service should give, and of none.
@Suite(.timeLimit(.minutes(1))) struct AnsweredTests {
  private func run(
    _ server: ScriptedServer,
    _ arguments: [String]
  ) async throws -> ProcessOutput {
    try await Asking.run(arguments + ["--url", server.origin])
  }

  private static let job = """
    {"id":1,"kind":"ht\\u001b[31mtp","destination":"d\\u009b2J\\u202e","state":"de\\u0007ad",\
    "parked":false,"priority":"normal","requirement":"internet","attempt":2,\
    "created":"2026-11-29T23:59:01Z","reason":"r\\u001b]0;x\\u0007","why":"w\\u001b[2J",\
    "attempts":[{"number":1,"failure":"f\\u001b[2J"}],"omittedAttempts":3,\
    "transitions":[{"time":"2026-11-29T23:59:01Z","to":"t\\u001b[2J","reason":"\\u001b"}],\
    "exec":{"template":"x\\u001b[2J","arguments":{"A\\u001b":"\\u001b[2J"}}}
    """

  @Test(arguments: [
    ["jobs"], ["jobs", "--json"], ["jobs", "show", "1"], ["jobs", "show", "1", "--json"],
    ["jobs", "why", "1"], ["jobs", "why", "1", "--json"],
  ])
  func `what a terminal might obey is shown, not sent`(_ arguments: [String]) async throws {
    let isList = !arguments.contains("1")
    let server = try ScriptedServer(
      script: .http(body: isList ? #"{"jobs":[\#(Self.job)]}"# : Self.job)
    )
    let output = try await run(server, arguments)
    #expect(output.status == .success, "\(output.stderr)")
    let isPlain = output.stdout.unicodeScalars.allSatisfy {
      $0 == "\n" || ($0.properties.generalCategory != .control && $0.value != 0x202E)
    }
    #expect(isPlain)
    #expect(!output.stdout.isEmpty)
  }

  @Test func `what a terminal might obey in a refusal is shown, not sent`() async throws {
    let server = try ScriptedServer(
      script: .http(status: 404, body: "{\"detail\":\"no\\u001b[2J\\nno\"}")
    )
    let output = try await run(server, ["report"])
    #expect(output.status == .exited(1))
    #expect(output.complaint == #"no\u{1b}[2J\u{a}no"#)
  }

  @Test(arguments: [
    (400, 1), (401, 1), (403, 1), (404, 1), (409, 1), (413, 1), (429, 1), (500, 3), (503, 3),
    (507, 1),
  ])
  func `a refusal gives 1, and the service's own trouble 3`(
    _ status: Int,
    _ expected: Int32
  ) async throws {
    let server = try ScriptedServer(
      script: .http(status: status, headers: ["Retry-After": "60"], body: #"{"detail":"no"}"#)
    )
    let output = try await run(server, ["page"])
    #expect(output.status == .exited(expected))
    #expect(output.complaint == (status == 401 ? "no; give its --token-file" : "no"))
  }

  @Test func `the token of a file goes along`() async throws {
    let folder = try TemporaryFolder()
    let token = try folder.write("abc\n", to: "token")
    let server = try ScriptedServer(script: .http(body: #"{"jobs":[]}"#))
    let output = try await run(server, ["jobs", "--token-file", token])
    #expect(output.status == .success)
    #expect(server.requests.map { $0.header("Authorization") } == ["Bearer abc"])
    for (text, reason) in [("", "empty"), ("a\nb\n", "two lines"), ("\u{1b}", "control")] {
      let path = try folder.write(text, to: "wrong")
      let output = try await run(server, ["jobs", "--token-file", path])
      #expect(output.status == .exited(2), "\(reason)")
      #expect(output.complaint?.hasPrefix("\(path) has to hold one line of text") == true)
    }
  }

  @Test(arguments: [
    ScriptedServer.Script.http(body: "<html>"), .http(body: "[]"), [.readRequest, .close],
    [.readRequest, .send("garbage\r\n\r\n"), .close],
  ])
  func `an answer that is none gives 3`(_ script: ScriptedServer.Script) async throws {
    let server = try ScriptedServer(script: script)
    let output = try await run(server, ["jobs"])
    #expect(output.status == .exited(3))
    #expect(output.complaint?.contains(server.origin) == true)
  }

  @Test func `a service that is not running is named, and how to look after it`() async throws {
    let output = try await Asking.run(["jobs"], at: "/nowhere/socket")
    #expect(output.status == .exited(3))
    #expect(
      output.complaint == """
        the service is not running: nobody listens at the socket /nowhere/socket; \
        see 'systemctl status netwatch'
        """
    )
    let named = try await Asking.run(["jobs", "--socket", "/elsewhere"], at: "/nowhere/socket")
    #expect(named.complaint?.contains("the socket /elsewhere;") == true)
  }

  @Test func `no proxy of the environment hears of what is asked on this host`() async throws {
    let proxy = try ScriptedServer(script: .http(status: 502))
    let server = try ScriptedServer(script: .http(body: #"{"jobs":[]}"#))
    let service = try await ServeProcess()
    let variables = [
      "http_proxy": proxy.origin, "all_proxy": proxy.origin, "ALL_PROXY": proxy.origin,
    ]
    for arguments in [["jobs"], ["jobs", "--url", server.origin]] {
      let output = try await Asking.run(arguments, at: service.socket, variables: variables)
      #expect(output.status == .success)
    }
    #expect(proxy.connectionCount == 0)
  }

  @Test(.enabled(if: getuid() == 0))
  func `a socket that does not let one in is named, and whose it is`() async throws {
    let service = try await ServeProcess()
    chmod(service.folder.path, 0o755)
    let output = try await awaitThread {
      try ChildProcess.run([
        "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", Asking.netwatch,
        "jobs", "--socket", service.socket,
      ])
    }
    #expect(output.status == .exited(3))
    #expect(
      output.complaint == """
        access to the socket \(service.socket) is not permitted; it is for members of the group root
        """
    )
  }

  @Test func `a reader who goes away is no reason to complain`() async throws {
    let server = try ScriptedServer(
      script: .http(
        body: #"{"jobs":[\#([String](repeating: Self.job, count: 500).joined(separator: ","))]}"#
      )
    )
    let line = "\(Asking.netwatch) jobs --limit 500 --json --url \(server.origin)"
    let output = try await awaitThread {
      try ChildProcess.run(["bash", "-c", "\(line) | head -n 1; echo ${PIPESTATUS[0]}"])
    }
    #expect(output.stderr.isEmpty)
    #expect(output.stdout.hasSuffix("\n0\n"))
  }

  @Test func `a caller who waits can interrupt`() async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let process = try ChildProcess.start([Asking.netwatch, "jobs", "--url", server.origin])
    try await eventually(within: .seconds(10)) { server.requestCount == 1 }
    process.signal(SIGINT)
    #expect(try await process.waitForExit() == .signalled(SIGINT))
  }
}
