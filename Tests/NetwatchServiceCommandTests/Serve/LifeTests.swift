import Glibc
import NetwatchClient
import NetwatchCore
import NetwatchTestSupport
import Testing

/// A service as a whole: a real kernel, real sockets, a real server at the other end of a wire.
@Suite(.enabled(if: NetworkSandbox.isAvailable), .timeLimit(.minutes(1)))
struct ServeLifeTests {
  @Test func `it answers, ends when it is told to, and takes its socket away`() async throws {
    let service = try await ServeProcess(seeing: .base())
    let state = try await service.client.state()
    #expect(state.connectionAssumedAvailable && state.mode == "netlink")
    #expect(state.ipv4.reachable && state.ipv4.interface == "v0")
    #expect(!state.ipv6.reachable && state.ipv6.interface == nil)
    #expect(try await service.end() == .success)
    #expect(access(service.socket, F_OK) != 0)
  }

  @Test func `a job waits for the link, and goes out once it is back`() async throws {
    let pair = try NetworkPair()
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: .http(status: 204)
    )
    let service = try await ServeProcess(["--recovery-delay", "0"], seeing: pair.client)
    try pair.client.ip("link set v0 down")
    try await eventually(within: .seconds(5)) {
      try await !service.client.state().connectionAssumedAvailable
    }
    let url = "\(server.origin)/readings"
    let job = try await service.client.submit(.http("POST", url, body: Array("42".utf8)))
    try await eventually(within: .seconds(10)) {
      let parked = try await service.client.job(job.id).job
      return parked.state == .ready && parked.parked
    }
    #expect(server.requests.isEmpty)

    try pair.client.batch(["link set v0 up", "route add \(NetworkPair.defaultRoute(.ipv4))"])
    try await eventually(within: .seconds(10)) {
      try await service.client.job(job.id).job.state == .succeeded
    }
    #expect(server.requests.count == 1)
    #expect(try await service.end() == .success)
  }
}
