import Glibc
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer

@Suite("Answers that clients do not take", .timeLimit(.minutes(1)))
struct AnswerBoundsTests {
  private static let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  private static func answer(_ count: Int) -> @Sendable (ServerRequest) async -> ServerResponse {
    { _ in ServerResponse(status: 200, body: .bytes([UInt8](repeating: 0x78, count: count))) }
  }

  /// A client takes so many bytes every 20 ms; returns how many it was given before it was closed.
  private func taken(_ count: Int, from client: TestClient) async throws -> Int {
    var sum = 0
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      let part = client.take(atMost: count)
      if part == [] { return sum }
      sum += part?.count ?? 0
      try await Task.sleep(for: .milliseconds(20))
    }
    throw ClientFailure(description: "It was never closed.")
  }

  @Test func `A client that takes a byte now and then is not waited for`() async throws {
    let size = 8 << 20
    try await serving(
      {
        $0.requestTimeout = .milliseconds(300)
        $0.answerPace = size
        // Not what closes it.
        $0.idleTimeout = .seconds(60)
      },
      handler: Self.answer(size)
    ) { path in
      let client = try TestClient.unix(path)
      try await client.send(Self.get)
      // It begins where nobody waits for it any more: a megabyte a second is less than it is given.
      #expect(try await taken(20_000, from: client) < size)
    }
  }

  @Test func `A client that takes as much as is asked of it gets everything`() async throws {
    let size = 2 << 20
    try await serving(
      {
        $0.requestTimeout = .milliseconds(100)
        $0.answerPace = size / 60
      },
      handler: Self.answer(size)
    ) { path in
      let client = try TestClient.unix(path)
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      #expect(try await taken(50_000, from: client) > size)
    }
  }

  @Test func `Answers that are too much together are replaced by 503, small ones never`()
    async throws
  {
    try await serving(
      { $0.answersLimit = 10 << 20 },
      handler: { request in
        await Self.answer(request.path == "/small" ? 1_000 : 8 << 20)(request)
      }
    ) { path in
      let slow = try TestClient.unix(path)
      try await slow.send(Self.get)
      // From here on it counts: the socket takes far less than there is.
      try await eventually(within: .seconds(5)) { slow.take(atMost: 1) != nil }
      let second = try TestClient.unix(path)
      try await second.send(Self.get)
      #expect(try await second.answer().hasPrefix("HTTP/1.1 503 "))
      try await second.send("GET /small HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await second.answer().hasPrefix("HTTP/1.1 200 "))
      #expect(shutdown(slow.descriptor, CInt(SHUT_RDWR)) == 0)
      try await eventually(within: .seconds(5)) {
        let client = try TestClient.unix(path)
        try await client.send(Self.get)
        return try await client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 ")
      }
    }
  }
}
