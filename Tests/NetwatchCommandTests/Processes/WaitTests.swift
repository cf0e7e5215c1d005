import NetwatchCore
import NetwatchTestSupport
import Testing

/// `wait`: returns when what is waited for is there, and prints nothing.
@Suite(.enabled(if: NetworkSandbox.isAvailable)) struct WaitTests {
  private static func start(_ arguments: [String], in sandbox: NetworkSandbox) async throws
    -> ChildProcess
  {
    let process = try Netwatch.start(["wait"] + arguments, in: sandbox)
    // More than one thread: it is netwatch, and it has begun.
    try await eventually(within: .seconds(10)) { try Proc(process.pid).threadCount > 1 }
    return process
  }

  private static func expectSilentSuccess(_ process: ChildProcess) async throws {
    try #expect(await process.waitForExit() == .success)
    #expect(process.stdout == "" && process.stderr == "")
  }

  @Test func `what is there already is not waited for`() throws {
    let sandbox = try NetworkSandbox.base()
    let output = try Netwatch.run(["wait", "--timeout", "10s"], in: sandbox)
    #expect(output.status == .success && output.stdout == "" && output.stderr == "")
  }

  @Test func `it is released when the link comes up`() async throws {
    let sandbox = try NetworkSandbox.base()
    try sandbox.ip("link set v1 down")
    let process = try await Self.start(["--for", "route"], in: sandbox)
    try sandbox.ip("link set v1 up")
    try await Self.expectSilentSuccess(process)
  }

  @Test func `it is released when a probe is answered`() async throws {
    let pair = try NetworkPair(families: [.ipv4])
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 503)
    )
    let process = try await Self.start(["--probe", "\(server.origin)/"], in: pair.client)
    try await eventually(within: .seconds(10)) { server.requestCount >= 1 }
    #expect(process.status == nil)
    server.script = .http(status: 204)
    try await Self.expectSilentSuccess(process)
  }

  @Test func `it is released when a port opens`() async throws {
    let pair = try NetworkPair(families: [.ipv4])
    let goal = "tcp://\(NetworkPair.serverIPv4):8080"
    let process = try await Self.start(["--for", goal], in: pair.client)
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      port: 8080
    )
    try await Self.expectSilentSuccess(process)
    #expect(server.connectionCount >= 1)
  }

  @Test func `when time runs out it says what is missing`() throws {
    let sandbox = try NetworkSandbox.base()
    let unreachable = try NetworkSandbox()
    let cases: [(NetworkSandbox, [String], String)] = [
      (unreachable, [], "still unavailable after 700ms: no route"),
      (
        sandbox, ["--for", "tcp://198.51.100.2:9"],
        "still unavailable after 700ms: default route via 198.51.100.1 on v0, but "
          + "tcp://198.51.100.2:9 refused the connection"
      ),
      (
        sandbox, ["--probe", "http://192.0.2.80/"],
        "still unverified after 700ms: default route via 198.51.100.1 on v0"
      ),
    ]
    for (sandbox, arguments, complaint) in cases {
      let output = try Netwatch.run(["wait", "--timeout", "700ms"] + arguments, in: sandbox)
      #expect(output.status == .exited(1) && output.stdout == "")
      #expect(output.stderr == "netwatch: \(complaint)\n")
    }
  }
}
