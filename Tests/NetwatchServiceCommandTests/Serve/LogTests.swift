import NetwatchClient
import NetwatchTestSupport
import Testing

/// What an administrator finds in the log.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(2)))
struct LogTests {
  @Test func `the log has where the service is, what became of the line, and dead jobs`()
    async throws
  {
    let pair = try NetworkPair()
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 404)
    )
    let service = try await ServeProcess(["--recovery-delay", "0"], seeing: pair.client)
    let job = try await service.client.submit(.http("POST", "\(server.origin)/readings?key=hidden"))
    try await eventually(within: .seconds(10)) {
      try await service.client.job(job.id).job.state == .dead
    }
    try pair.client.ip("link set v0 down")
    try await eventually(within: .seconds(5)) {
      try await !service.client.state().connectionAssumedAvailable
    }
    #expect(try await service.end() == .success)

    let lines = service.process.stderr.split(separator: "\n").map(String.init)
    func count(_ start: String, _ more: String...) -> Int {
      lines.count { line in line.hasPrefix(start) && more.allSatisfy(line.contains) }
    }
    #expect(count("notice serving ", "socket=\(service.socket)", "store=") == 1)
    #expect(count("notice the connection is assumed available ", "level=unverified") == 1)
    #expect(count("warning a job is dead ", "job=\(job.id)", "HTTP 404") == 1)
    #expect(count("notice there is no connection ", "level=none", "reason=") == 1)
    #expect(!service.process.stderr.contains("hidden"))
  }
}
