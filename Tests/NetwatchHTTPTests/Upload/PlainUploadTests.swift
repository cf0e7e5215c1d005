import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("Uploading a file in one request")
struct PlainUploadTests {
  @Test("The bytes of the file arrive as the body of a POST")
  func arrives() async throws {
    let (server, file) = (try TusServer(), try UploadFile(count: 300_000))
    let response = try await UploadClient.make().upload(file: file.path, to: server.origin + "/a")
    #expect(response.status == 200)
    #expect(server.uploads == [file.bytes])
    let request = try #require(server.requests.first)
    #expect(request.head.hasPrefix("POST /a "))
    #expect(request.header("Content-Type") == "application/octet-stream")
    #expect(request.header("Content-Length") == "300000")
    #expect(file.openCount == 0)
  }

  @Test("Method and fields are the caller's")
  func options() async throws {
    let (server, file) = (try TusServer(), try UploadFile(count: 10))
    var options = UploadOptions()
    options.method = .put
    options.headers = ["Content-Type": "text/plain", "X-Name": "a"]
    try await UploadClient.make().upload(file: file.path, to: server.origin, options: options)
    let request = try #require(server.requests.first)
    #expect(request.method == "PUT")
    #expect(request.header("Content-Type") == "text/plain")
    #expect(request.header("X-Name") == "a")
    #expect(request.header("Idempotency-Key") == nil)
  }

  @Test("After a 503 the same key and the same bytes are sent again")
  func sameKey() async throws {
    let (server, file) = (try TusServer(.answering("POST", 503)), try UploadFile(count: 5_000))
    let response = try await UploadClient.make().upload(file: file.path, to: server.origin)
    #expect(response.attempts == 2)
    let keys = server.requests.map { $0.header("Idempotency-Key") }
    #expect(keys.count == 2 && keys[0] != nil && keys[0] == keys[1])
    #expect(server.uploads == [file.bytes])
  }

  @Test("Seed three: a client's error is not retried", arguments: [400, 401, 403, 404, 413])
  func clientError(_ status: Int) async throws {
    let (server, file) = (try TusServer(.answering("POST", status)), try UploadFile(count: 10))
    let error = await #expect(throws: NetworkError.self) {
      try await UploadClient.make().upload(file: file.path, to: server.origin)
    }
    #expect(error?.networkErrorType == .status(status))
    #expect(server.requests.count == 1)
  }

  @Test("Seed three: a server's error is retried, and the last one is told with its history")
  func serverError() async throws {
    let server = try TusServer(.answering("POST", 500, 502, 503, 504))
    let file = try UploadFile(count: 10)
    let error = await #expect(throws: NetworkError.self) {
      try await UploadClient.make().upload(file: file.path, to: server.origin)
    }
    #expect(error?.networkErrorType == .status(503))
    #expect(error?.attempts.count == 3)
    #expect(server.requests.count == 3)
  }

  @Test("Seed three: a lost connection is retried, because the request has a key")
  func connectionLost() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.cuts = [20_000]
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 1_000_000))
    try await UploadClient.make().upload(file: file.path, to: server.origin)
    #expect(server.uploads.last == file.bytes)
    #expect(Set(server.requests.map { $0.header("Idempotency-Key") }).count == 1)
  }

  @Test("Seed three: cancellation is not retried, and answered at once")
  func cancellation() async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let file = try UploadFile(count: 10)
    let upload = Task { try await UploadClient.make().upload(file: file.path, to: server.origin) }
    try await eventually(within: .seconds(10)) { server.requestCount == 1 }
    upload.cancel()
    await #expect(throws: CancellationError.self) { try await upload.value }
    #expect(server.requestCount == 1)
    #expect(file.openCount == 0)
  }

  @Test("A file that becomes shorter while it is sent is an error that says so")
  func shorter() async throws {
    var behaviour = TusServer.Behaviour()
    behaviour.pieceDelay = .milliseconds(5)
    let (server, file) = (try TusServer(behaviour), try UploadFile(count: 8_000_000))
    let upload = Task { try await UploadClient.make().upload(file: file.path, to: server.origin) }
    try await eventually(within: .seconds(10)) { server.uploads.first?.isEmpty == false }
    file.cutOff(at: 1_000)
    let error = await #expect(throws: NetworkError.self) { try await upload.value }
    #expect(error?.message.contains("changed from 8000000 to 1000 bytes") == true)
    #expect(server.requests.count == 1)
  }

  @Test("Progress rises to the length")
  func progress() async throws {
    let (server, file) = (try TusServer(), try UploadFile(count: 200_000))
    let reports = Reports()
    try await UploadClient.make().upload(file: file.path, to: server.origin) { reports.append($0) }
    #expect(reports.all.last == UploadProgress(sent: 200_000, total: 200_000))
    #expect(reports.all.map(\.sent) == reports.all.map(\.sent).sorted())
  }

  @Test("Bytes and sources are uploaded with a key too")
  func bodies() async throws {
    let server = try TusServer(.answering("POST", 503))
    try await UploadClient.make().upload(.bytes([1, 2, 3]), to: server.origin)
    let source = BodySource(length: 2, isReplayable: true) { try await $0.write([4, 5]) }
    try await UploadClient.make().upload(.source(source), to: server.origin)
    #expect(server.uploads == [[1, 2, 3], [4, 5]])
    #expect(server.requests.allSatisfy { $0.header("Idempotency-Key") != nil })
  }

  @Test(
    "What is no regular file is refused before anything is sent",
    arguments: ["/dev/null", "/no"]
  )
  func noFile(_ path: String) async throws {
    let server = try TusServer()
    let error = await #expect(throws: NetworkError.self) {
      try await UploadClient.make().upload(file: path, to: server.origin)
    }
    #expect(error?.networkErrorType == .invalidRequest)
    #expect(error?.message.contains(path) == true)
    #expect(server.requests.isEmpty)
  }
}

extension TusServer.Behaviour {
  /// Answers the next requests of a method with these statuses.
  static func answering(_ method: String, _ statuses: Int...) -> Self {
    var behaviour = Self()
    behaviour.answers[method] = statuses.map { "HTTP/1.1 \($0) \r\nContent-Length: 0\r\n\r\n" }
    return behaviour
  }
}
