import NetwatchCore
import NetwatchTestSupport
import Testing

/// A process that runs out of descriptors for its probes.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct ProbeShortageTests {
  private static let complaint = "netwatch: probes cannot be sent: "

  @Test func `a watch says so once, and blames no network`() async throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 204, keepsAlive: false)
    )
    let watch = try Watch(in: pair.client, ["--probe", "\(server.origin)/", "--interval", "1s"])
    try #expect(await watch.next().level == "unverified")
    try #expect(await watch.next().level == "full")
    try limitFiles(of: watch, to: 3)
    try await eventually(within: .seconds(5)) { !watch.process.stderr.isEmpty }
    let asked = server.connectionCount
    try await Task.sleep(for: .milliseconds(2500))
    #expect(server.connectionCount == asked)
    #expect(watch.process.stderr.split(separator: "\n").count == 1)
    #expect(watch.process.stderr.hasPrefix(Self.complaint))
    try limitFiles(of: watch, to: 64)
    try await eventually(within: .seconds(5)) { server.connectionCount > asked }
    try #expect(await watch.end() == [])
  }

  private func limitFiles(of watch: Watch, to limit: Int) throws {
    try ChildProcess.check(["prlimit", "--pid", "\(watch.process.pid)", "--nofile=\(limit):"])
  }

  @Test func `a single round is an error`() throws {
    let sandbox = try NetworkSandbox.base()
    let ports = (1...30).map { "tcp://198.51.100.2:\($0)" }
    let output = try Netwatch.shell(#"ulimit -n 24; exec "$@""#, ["probe"] + ports, in: sandbox)
    #expect(output.status == .exited(3) && output.stdout == "")
    #expect(output.complaints.count == 1 && output.stderr.hasPrefix(Self.complaint))
  }

  @Test func `a lookup without descriptors is not the name server's fault`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Netwatch.shell(
      #"ulimit -n 24; exec "$@""#,
      ["probe", "--json"] + (1...30).map { "tcp://name\($0).invalid:80" },
      in: sandbox
    )
    #expect(output.status == .exited(3) && output.stdout == "")
    #expect(output.complaints.count == 1 && output.stderr.hasPrefix(Self.complaint))
  }
}
