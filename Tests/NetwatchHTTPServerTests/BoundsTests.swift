import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer

@Suite(.timeLimit(.minutes(1)))
struct BoundsTests {
  @Test func `A body in chunks that grows too long is answered with 413`() async throws {
    try await serving({ $0.bodyLimit = 1000 }) { path in
      let client = try TestClient.unix(path)
      try await client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<11 {
        try await client.send("64\r\n" + String(repeating: "x", count: 100) + "\r\n")
      }
      try await client.send("0\r\n\r\n")
      #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 413 "))
    }
  }

  @Test func `Bodies that are too much together are answered with 503, until there is room`()
    async throws
  {
    let gate = Gate()
    try await serving(
      { $0.bodiesLimit = 1000 },
      handler: { request in
        await gate.pass()
        return await echo(request)
      }
    ) { path in
      let body = String(repeating: "x", count: 600)
      let post = "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 600\r\n\r\n" + body
      let (first, second) = (try TestClient.unix(path), try TestClient.unix(path))
      try await first.send(post)
      try await eventually(within: .seconds(5)) { gate.isWaiting }
      try await second.send(post)
      #expect(try await second.receiveAll().hasPrefix("HTTP/1.1 503 "))
      gate.open()
      for _ in 0..<3 {
        #expect(try await first.answer().hasPrefix("HTTP/1.1 200 "))
        try await first.send(post)
      }
      #expect(try await first.answer().hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test func `A body of the longest length is taken`() async throws {
    try await serving({ $0.bodyLimit = 100_000 }) { path in
      let client = try TestClient.unix(path)
      let body = String(repeating: "x", count: 100_000)
      try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n" + body)
      #expect(try await client.answer().hasSuffix("<\(body)>"))
    }
  }

  @Test(arguments: [("/", 20_000, "431"), ("/", 2_000_000, "431"), ("/long", 20_000, "414")])
  func `A head that is too long is refused`(path: String, size: Int, status: String) async throws {
    try await serving { socket in
      let client = try TestClient.unix(socket)
      let long = String(repeating: "x", count: size)
      let (target, field) = path == "/" ? ("/", long) : (path + long, "")
      try await client.send("GET \(target) HTTP/1.1\r\nHost: h\r\nX: \(field)\r\n\r\n")
      #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test func `A head that trickles in is not waited for`() async throws {
    try await serving({ $0.requestTimeout = .milliseconds(300) }) { path in
      let client = try TestClient.unix(path)
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n")
      var sent = 0
      while try await client.send("X-\(sent): y\r\n"), sent < 1000 {
        sent += 1
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(sent < 1000)
      #expect(try await client.receiveAll() == "")
    }
  }

  @Test func `A body that trickles in is answered with 408`() async throws {
    try await serving({ $0.requestTimeout = .milliseconds(300) }) { path in
      let client = try TestClient.unix(path)
      try await client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
      var sent = 0
      while try await client.send("x"), sent < 1000 {
        sent += 1
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(sent < 1000)
      #expect(try await client.receiveAll().hasPrefix("HTTP/1.1 408 "))
    }
  }

  @Test func `A connection that asks nothing more is closed`() async throws {
    try await serving({ $0.idleTimeout = .milliseconds(200) }) { path in
      let client = try TestClient.unix(path)
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.receiveAll().hasSuffix("GET /  <>"))
    }
  }

  @Test func `Connections beyond the limit wait for their turn`() async throws {
    try await serving({ $0.connections.total = 2 }) { path in
      var clients = try (0..<3).map { _ in try TestClient.unix(path) }
      for client in clients { try await client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n") }
      for client in clients.prefix(2) { _ = try await client.answer() }
      #expect(clients[2].take() == nil)
      clients.removeFirst()
      #expect(try await clients[1].answer().hasPrefix("HTTP/1.1 200 "))
    }
  }

  @Test(arguments: [
    ("X", "a\r\nSet-Cookie: b"), ("X", "a\nb"), ("X", ""), ("X", "a\tb"), ("X", "a\0b"),
    ("X", "a\u{1b}b"), ("X\r\nY", "a"),
    ("", "a"), ("X Y", "a"), ("X:", "a"), ("Content-Length", "5"), ("transfer-encoding", "chunked"),
    ("Connection", "close"),
  ])
  func `A field that would say something else is not made`(name: String, value: String) {
    #expect(throws: HTTPServerError.self) { try ServerHeader(name, value) }
  }

  @Test func `Fields of an answer are sent as they are`() async throws {
    let fields = [try ServerHeader("X-A", "b c: é"), try ServerHeader("x-a", "d")]
    try await serving(handler: { _ in ServerResponse(status: 204, headers: fields) }) { path in
      let client = try TestClient.unix(path)
      try await client.send("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
      let answer = try await client.receiveAll()
      #expect(answer.hasPrefix("HTTP/1.1 204 "))
      #expect(answer.contains("\r\nX-A: b c: é\r\n"))
      #expect(answer.contains("\r\nx-a: d\r\n"))
    }
  }
}
