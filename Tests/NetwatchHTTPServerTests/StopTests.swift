import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchHTTPServer

@Suite(.timeLimit(.minutes(1)))
struct StopTests {
  private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

  @Test func `A server that is cancelled answers what is under way, and leaves nothing`()
    async throws
  {
    let folder = try TemporaryFolder()
    let threads = try Proc.current.sleeps(ofThreads: "netwatch-http").count
    let descriptors = try Proc.current.openDescriptors
    do {
      let producer = StreamTests.Producer()
      let gate = Gate()
      let listener = ServerListener.unix(path: folder.file("s"), mode: 0o600)
      let server = try HTTPServer(HTTPServerSettings(listeners: [listener, .tcp(port: 0)])) {
        if $0.path == "/events" { return producer.handle($0) }
        await gate.pass()
        return ServerResponse(status: 200, body: .bytes(Array("done".utf8)))
      }
      let running = Task { try await server.run() }
      let clients = try (0..<4).map { _ in try TestClient.unix(folder.file("s")) }
      try await clients[0].send(get)
      try await clients[1].send("GET /events HTTP/1.1\r\nHost: h\r\n\r\n")
      try await clients[2].send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx")
      _ = try await clients[1].receive(until: "\r\n\r\n")
      try await eventually(within: .seconds(5)) { gate.isWaiting }
      running.cancel()
      // The idle one is closed, the stream is told, the file is gone; the others go on.
      #expect(try await clients[3].receiveAll() == "")
      #expect(try await clients[1].receiveAll().contains("last: stopped"))
      #expect(producer.ends == [.stopped])
      #expect(try folder.names == [])
      #expect(throws: ClientFailure.self) { try TestClient.unix(folder.file("s")) }
      try await clients[2].send("y")
      gate.open()
      #expect(try await clients[0].receiveAll().hasSuffix("\r\n\r\ndone"))
      #expect(try await clients[2].receiveAll().contains("Connection: close\r\n"))
      await #expect(throws: CancellationError.self) { try await running.value }
    }
    try await eventually(within: .seconds(5)) {
      let left = try Proc.current.sleeps(ofThreads: "netwatch-http").count
      return try left == threads && Proc.current.openDescriptors == descriptors
    }
  }

  @Test func `A handler that takes too long is cancelled, and its client closed`() async throws {
    let folder = try TemporaryFolder()
    var settings = HTTPServerSettings(listeners: [.unix(path: folder.file("s"), mode: 0o600)])
    settings.stopTimeout = .milliseconds(100)
    let hasBegun = Lock(false)
    let server = try HTTPServer(settings) { _ in
      hasBegun.withLock { $0 = true }
      try? await Task.sleep(for: .seconds(3600))
      return ServerResponse(status: 200)
    }
    let running = Task { try await server.run() }
    let client = try TestClient.unix(folder.file("s"))
    let reader = try TestClient.unix(folder.file("s"))
    try await client.send(get)
    try await reader.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx")
    try await eventually(within: .seconds(5)) { hasBegun.withLock { $0 } }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(try await client.receiveAll() == "")
    #expect(try await reader.receiveAll() == "")
  }

  @Test func `A server that is cancelled before it runs ends at once`() async throws {
    let folder = try TemporaryFolder()
    let listener = ServerListener.unix(path: folder.file("s"), mode: 0o600)
    let server = try HTTPServer(HTTPServerSettings(listeners: [listener]), handler: echo)
    let running = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await server.run()
    }
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(try folder.names == [])
  }

  @Test func `A client that leaves while its request is handled does no harm`() async throws {
    let gate = Gate()
    let producer = StreamTests.Producer()
    try await serving(handler: {
      await gate.pass()
      return producer.handle($0)
    }) { path in
      var client: TestClient? = try TestClient.unix(path)
      try await client?.send(get)
      try await eventually(within: .seconds(5)) { gate.isWaiting }
      client = nil
      gate.open()
      try await eventually(within: .seconds(5)) { producer.ends == [.disconnected] }
      let next = try TestClient.unix(path)
      try await next.send(get)
      #expect(try await next.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
    }
  }
}

/// Holds up whoever passes, until it is opened.
final class Gate: Sendable {
  private let state = Lock<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

  var isWaiting: Bool { state.withLock { !$0.waiters.isEmpty } }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiters = state.withLock { state in
      defer { state = (true, []) }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
