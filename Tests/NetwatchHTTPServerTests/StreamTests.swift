import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer

@Suite(.timeLimit(.minutes(2)))
struct StreamTests {
  /// Hands out a stream for each request, and remembers it and how it ended.
  final class Producer: Sendable {
    let streams = Lock<[ServerStream]>([])
    let endings = Lock<[ServerStreamEnd]>([])
    let capacity: Int

    init(capacity: Int = 64 * 1024) { self.capacity = capacity }

    func handle(_ request: ServerRequest) -> ServerResponse {
      let stream = ServerStream(capacity: capacity) { [self] reason in
        endings.withLock { $0.append(reason) }
        return Array("last: \(reason)\n\n".utf8)
      }
      streams.withLock { $0.append(stream) }
      return ServerResponse(status: 200, body: .stream(stream))
    }

    var all: [ServerStream] { streams.withLock { $0 } }
    var ends: [ServerStreamEnd] { endings.withLock { $0 } }
  }

  private let get = "GET /events HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func `Chunks arrive when they are sent, and the end after them`() async throws {
    let producer = Producer()
    try await serving(handler: { producer.handle($0) }) { path in
      let client = try TestClient.unix(path)
      try await client.send(get)
      #expect(try await client.receive(until: "\r\n\r\n").contains("Transfer-Encoding: chunked"))
      let stream = try #require(producer.all.first)
      for number in 0..<5 {
        stream.send(Array("event \(number)".utf8))
        #expect(try await client.receive(until: "event \(number)").contains("event \(number)"))
      }
      stream.send(Array("bye".utf8))
      stream.finish()
      #expect(!stream.send([1]))
      #expect(try await client.receive(until: "0\r\n\r\n") == "3\r\nbye\r\n0\r\n\r\n")
      // The connection lives on.
      try await client.send("HEAD /events HTTP/1.1\r\nHost: h\r\n\r\n")
      #expect(try await client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    }
    #expect(producer.ends == [.disconnected])
  }

  @Test func `A producer can wait until all was taken, unless the stream ends before`() async throws
  {
    let producer = Producer()
    try await serving(handler: { producer.handle($0) }) { path in
      var client: TestClient? = try TestClient.unix(path)
      try await client?.send(get)
      _ = try await client?.receive(until: "\r\n\r\n")
      let stream = try #require(producer.all.first)
      let calls = Lock(0)
      stream.whenDrained { calls.withLock { $0 += 1 } }
      #expect(calls.withLock { $0 } == 1)
      stream.send(Array(repeating: UInt8(ascii: "x"), count: 20_000))
      stream.whenDrained { calls.withLock { $0 += 1 } }
      _ = try await client?.receive(atLeast: 20_000)
      try await eventually(within: .seconds(5)) { calls.withLock { $0 } == 2 }
      client = nil
      try await eventually(within: .seconds(5)) { producer.ends == [.disconnected] }
      stream.whenDrained { calls.withLock { $0 += 1 } }
      #expect(calls.withLock { $0 } == 2)
    }
  }

  @Test func `The producer is told of a client that leaves while nothing is sent`() async throws {
    let producer = Producer()
    try await serving(handler: { producer.handle($0) }) { path in
      var client: TestClient? = try TestClient.unix(path)
      try await client?.send(get)
      _ = try await client?.receive(until: "\r\n\r\n")
      #expect(producer.ends == [])
      client = nil
      try await eventually(within: .seconds(5)) { producer.ends == [.disconnected] }
    }
  }

  @Test func `A client that falls behind gets the last chunk and is closed`() async throws {
    let producer = Producer(capacity: 10_000)
    try await serving(handler: { producer.handle($0) }) { path in
      let client = try TestClient.unix(path)
      try await client.send(get)
      try await eventually(within: .seconds(5)) { producer.all.count == 1 }
      let event = "data: " + String(repeating: "x", count: 990) + "\n\n"
      var sent = 0
      while producer.all[0].send(Array(event.utf8)), sent < 10_000 {
        sent += 1
        try await Task.sleep(for: .microseconds(100))
      }
      #expect(producer.ends == [.overflow])
      let answer = try await client.receive(until: "\r\n0\r\n\r\n")
      #expect(answer.count(of: "last: overflow\n\n") == 1)
      // What was begun is complete: nothing is glued to half an event.
      let text = Chunked.text(of: answer)
      let events = text.ranges(of: "\n\n").count
      #expect(text.count(of: event) == events - 1)
      #expect(events - 1 < sent)
    }
    #expect(producer.ends == [.overflow])
  }

  @Test func `A client that takes nothing of the last chunk is not waited for`() async throws {
    let producer = Producer(capacity: 10_000)
    try await serving(
      { $0.requestTimeout = .milliseconds(200) },
      handler: { producer.handle($0) }
    ) { path in
      let first = try TestClient.unix(path)
      try await first.send(get)
      _ = try await first.receive(until: "\r\n\r\n")
      // The thread of a server that has ended may hold a descriptor for a moment.
      try await eventually(within: .seconds(5)) { try serverThreadSleeps().count == 1 }
      let descriptors = try Proc.current.openDescriptors
      let client = try TestClient.unix(path)
      try await client.send(get)
      try await eventually(within: .seconds(5)) { producer.all.count == 2 }
      while producer.all[1].send([UInt8](repeating: 1, count: 1000)) {
        try await Task.sleep(for: .microseconds(100))
      }
      try await eventually(within: .seconds(5)) {
        try Proc.current.openDescriptors == descriptors + 1
      }
    }
  }

  @Test func `A thousand streams are served, and those too slow are dropped`() async throws {
    let producer = Producer(capacity: 20_000)
    // What the slow get in the end waits for them here as long as it takes.
    try await serving(
      { $0.requestTimeout = .seconds(60) },
      handler: { producer.handle($0) }
    ) { path in
      let clients = try (0..<1000).map { _ in try TestClient.unix(path) }
      for client in clients { try await client.send(get) }
      try await eventually(within: .seconds(20)) { producer.all.count == 1000 }
      for client in clients { _ = try await client.receive(until: "\r\n\r\n") }
      let before = try Proc.current.anonymousKilobytes
      let event = [UInt8](repeating: UInt8(ascii: "x"), count: 4000)
      // The first hundred take nothing: their sockets' buffers and their bounds fill up.
      for _ in 0..<100 {
        for stream in producer.all { stream.send(event) }
        for client in clients[100...] { _ = try await client.receive(atLeast: event.count) }
      }
      #expect(producer.ends.count == 100)
      #expect(producer.ends.allSatisfy { $0 == .overflow })
      #expect(try Proc.current.anonymousKilobytes - before < 20_000)
      for stream in producer.all { stream.send(Array("still here".utf8)) }
      for client in clients[100...] { _ = try await client.receive(until: "still here") }
      for client in clients.prefix(100) {
        let answer = try await client.receive(until: "last: overflow")
        #expect(answer.count(of: "last: overflow") == 1)
      }
    }
  }

  @Test func `Streams that wait cause no wake-up`() async throws {
    let producer = Producer()
    try await serving(handler: { producer.handle($0) }) { path in
      let clients = try (0..<50).map { _ in try TestClient.unix(path) }
      for client in clients { try await client.send(get) }
      for client in clients { _ = try await client.receive(until: "\r\n\r\n") }
      // Deadlines that have been taken back are looked at once more.
      let before = try serverThreadSleeps()
      try await Task.sleep(for: .milliseconds(500))
      let after = try serverThreadSleeps()
      for (thread, count) in before { #expect(try #require(after[thread]) - count <= 1) }
    }
  }

  private func serverThreadSleeps() throws -> [Int32: Int] {
    try Proc.current.sleeps(ofThreads: "netwatch-http")
  }
}
