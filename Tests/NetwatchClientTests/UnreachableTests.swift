import Glibc
import NetwatchClient
import NetwatchTestSupport
import Testing

@Suite struct UnreachableTests {
  private func error(of client: ServiceClient) async throws -> ServiceError {
    try await #require(throws: ServiceError.self) { try await client.state() }
  }

  @Test func `A socket that is not there means that the service is not running`() async throws {
    let folder = try TemporaryFolder()
    let error = try await error(of: ServiceClient(socket: folder.file("socket")))
    #expect(error.kind == .notRunning)
    #expect(error.message == "nobody listens at the socket \(folder.file("socket"))")
    #expect(error.status == nil)
  }

  @Test func `A socket that somebody left behind means the same`() async throws {
    let service = try FakeService { _, _ in .json("{}") }
    try await service.run {}
    let folder = try TemporaryFolder()
    try makeSocket(at: folder.file("socket"))
    #expect(try await error(of: ServiceClient(socket: folder.file("socket"))).kind == .notRunning)
    #expect(try await error(of: service.client).kind == .notRunning)
  }

  /// A bound socket whose owner has gone.
  private func makeSocket(at path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  @Test func `A port that nobody listens on means the same`() async throws {
    let server = try ScriptedServer(script: [])
    server.stop()
    let error = try await error(of: ServiceClient(server))
    #expect(error.kind == .notRunning)
    #expect(error.message == "nobody listens at \(server.origin)")
  }

  @Test(arguments: [
    String(repeating: "a", count: 108), "", "/tmp/a\u{0}b",
  ])
  func `A path that is none of a socket is refused before anything is asked`(
    _ path: String
  ) async throws {
    #expect(try await error(of: ServiceClient(socket: path)).kind == .invalid)
  }

  @Test(arguments: ["ftp://h", "", "127.0.0.1:80"])
  func `A URL that is none is refused before anything is asked`(_ url: String) async throws {
    #expect(try await error(of: ServiceClient(url: url, token: nil)).kind == .invalid)
  }

  @Test(arguments: [
    [ScriptedServer.Step.readRequest, .close], [.readRequest, .reset],
    [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"), .close],
    [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Le"), .close],
  ])
  func `An answer that breaks off is asked for three times`(
    _ script: ScriptedServer.Script
  ) async throws {
    let server = try ScriptedServer(script: script)
    let client = ServiceClient(server)
    #expect(try await error(of: client).kind == .noAnswer)
    #expect(server.requests.count == 3)
  }

  @Test func `What is no HTTP is said to be none`() async throws {
    let server = try ScriptedServer(script: [.readRequest, .send("SSH-2.0-x\r\n\r\n"), .close])
    let client = ServiceClient(server)
    #expect(try await error(of: client).kind == .notUnderstood)
  }

  @Test func `A slow answer is waited for, and cancelling ends the wait at once`() async throws {
    let service = try FakeService { _, _ in
      try? await Task.sleep(for: .seconds(3600))
      return .json("{}")
    }
    try await service.run {
      let task = Task { try await service.client.state() }
      try await eventually(within: .seconds(10)) { !service.requests.isEmpty }
      let start = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ContinuousClock.now - start < .milliseconds(500))
    }
  }
}
