import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer

@Suite("Who can have how many connections", .timeLimit(.minutes(1)))
struct ShareTests {
  private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private func shares(
    total: Int,
    perUser: Int,
    reserved: Int
  ) -> ConnectionShares {
    var limits = HTTPServerSettings.ConnectionLimits()
    (limits.total, limits.perUser, limits.reserved) = (total, perUser, reserved)
    limits.unlimitedUsers = [0, 7]
    return ConnectionShares(limits)
  }

  /// For whom a connection is taken, of several users in turn.
  private func admitted(_ users: [UInt32], to shares: inout ConnectionShares) -> [UInt32] {
    users.filter { shares.take(for: $0) }
  }

  @Test func `No user can have more than a share, nor all of them what is kept for root`() {
    var shares = shares(total: 20, perUser: 10, reserved: 5)
    #expect(admitted(Array(repeating: 1, count: 12), to: &shares).count == 10)
    #expect(admitted(Array(repeating: 2, count: 12), to: &shares).count == 5)
    #expect(admitted([3], to: &shares).isEmpty)
    #expect(admitted(Array(repeating: 0, count: 30), to: &shares).count == 30)
    #expect(admitted([7, 7], to: &shares) == [7, 7])
  }

  @Test func `What is given back can be had again, by anybody`() {
    var shares = shares(total: 4, perUser: 2, reserved: 2)
    #expect(admitted([1, 1, 2], to: &shares) == [1, 1])
    shares.giveBack(of: 0)
    #expect(admitted([2], to: &shares).isEmpty)
    shares.giveBack(of: 1)
    #expect(admitted([2, 1], to: &shares) == [2])
  }

  @Test(arguments: [(0, 0), (1, 64), (2, 64), (0, -1)])
  func `However few there are, somebody is let in`(total: Int, reserved: Int) {
    var shares = shares(total: total, perUser: 1, reserved: reserved)
    #expect(admitted([1], to: &shares) == [1])
  }

  @Test func `The defaults let a user have a thousand streams, and root ask meanwhile`() {
    let limits = HTTPServerSettings.ConnectionLimits()
    #expect(limits.perUser >= 1_000 && limits.shared > limits.perUser)
    #expect(limits.total - limits.shared >= 64)
    #expect(limits.unlimitedUsers.contains(0))
  }

  @Test func `A user who has their share is told so at once, and let in when they have less`()
    async throws
  {
    try await serving({
      $0.connections.unlimitedUsers = []
      $0.connections.perUser = 2
    }) { path in
      var clients = try (0..<2).map { _ in try TestClient.unix(path) }
      for client in clients {
        try await client.send(Self.get)
        #expect(try await client.answer().hasPrefix("HTTP/1.1 200 "))
      }
      let refused = try TestClient.unix(path)
      #expect(try await refused.receiveAll().hasPrefix("HTTP/1.1 503 "))
      clients.removeFirst()
      try await eventually(within: .seconds(5)) {
        let client = try TestClient.unix(path)
        try await client.send(Self.get)
        return try await client.answer().hasPrefix("HTTP/1.1 200 ")
      }
    }
  }

  @Test func `Over TCP, connections that ask for nothing make room, and streams do not`()
    async throws
  {
    var settings = HTTPServerSettings(listeners: [.tcp(port: 0)])
    (settings.connections.total, settings.connections.reserved) = (8, 4)
    let stream = ServerStream(capacity: 1_000) { _ in [] }
    let server = try HTTPServer(settings) { request in
      request.path == "/stream"
        ? ServerResponse(status: 200, body: .stream(stream)) : await echo(request)
    }
    let port = try #require(server.port)
    try await running(server) {
      let follower = try TestClient.tcp(port)
      try await follower.send("GET /stream HTTP/1.1\r\nHost: h\r\n\r\n")
      _ = try await follower.receive(until: "\r\n\r\n")
      let silent = try (0..<3).map { _ in try TestClient.tcp(port) }
      let client = try TestClient.tcp(port)
      try await client.send(Self.get)
      #expect(try await client.answer().hasPrefix("HTTP/1.1 200 "))
      #expect(try await silent[0].receiveAll() == "")
      #expect(silent[1].take() == nil && silent[2].take() == nil)
      stream.send(Array("still here".utf8))
      _ = try await follower.receive(until: "still here")
    }
  }
}
