import Foundation
import NetwatchCore
import NetwatchFoundation
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("URLSession, where it can do less than libcurl,")
struct URLSessionLimitTests {
  private let client = Carrier.urlSession.client()

  @Test("ends an attempt that takes too long")
  func timeout() async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    var request = server.request()
    request.attemptTimeout = .milliseconds(100)
    let error = try await #require(throws: NetworkError.self) { try await client.send(request) }
    #expect(error.networkErrorType == .timeout)
    #expect(server.requestCount == 1)
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }
  }

  @Test("ends an attempt in which nothing moves")
  func stall() async throws {
    var configuration = NetworkClientConfiguration()
    configuration.stallTimeout = .milliseconds(200)
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let error = try await #require(throws: NetworkError.self) {
      try await Carrier.urlSession.client(configuration).send(server.request())
    }
    #expect(error.networkErrorType == .timeout)
  }

  @Test("holds the limits of an answer's size")
  func limits() async throws {
    let server = try ScriptedServer(script: .http(body: "12345"))
    var request = server.request()
    request.bodyLimit = 5
    #expect(try await client.send(request).body.count == 5)
    request.bodyLimit = 4
    let tooLong = await #expect(throws: NetworkError.self) { try await client.send(request) }
    #expect(tooLong?.networkErrorType == .malformedResponse)

    var configuration = NetworkClientConfiguration()
    configuration.headerLimit = 20
    let strict = Carrier.urlSession.client(configuration)
    let tooMuch = await #expect(throws: NetworkError.self) { try await strict.send(request) }
    #expect(tooMuch?.networkErrorType == .malformedResponse)
  }

  @Test("collects a body that a closure writes, and announces its length")
  func source() async throws {
    let server = try ScriptedServer()
    server.enqueue(.http(status: 503))
    var request = server.request(method: .put)
    request.body = .source(
      BodySource(isReplayable: true) { writer in
        try await writer.write(Array("abc".utf8))
        try await writer.write(Array("def".utf8))
      }
    )
    _ = try await client.retrying.send(request)
    #expect(server.requests.map(\.body) == ["abcdef", "abcdef"])
    #expect(server.requests.first?.header("Content-Length") == "6")
    #expect(server.requests.first?.header("Content-Type") == nil)
  }

  @Test(
    "does not write a body twice that can be written once, even if nobody listens",
    arguments: Carrier.allCases
  )
  func oneShot(carrier: Carrier) async throws {
    let server = try ScriptedServer()
    server.stop()
    let calls = Lock(0)
    var request = server.request(method: .put)
    request.body = .source(
      BodySource(isReplayable: false) { writer in
        calls.withLock { $0 += 1 }
        try await writer.write([1])
      }
    )
    let error = await #expect(throws: NetworkError.self) {
      try await carrier.client().retrying.send(request)
    }
    #expect(error?.networkErrorType == .refused)
    // libcurl asks for the body once there is a connection; for URLSession it is collected before.
    #expect(calls.withLock { $0 } == (carrier == .libcurl ? 0 : 1))
  }

  @Test("refuses what URLSession cannot do, before anything is sent")
  func refusals() async throws {
    let server = try ScriptedServer()
    var body = server.request()
    body.body = .bytes([1])
    var huge = server.request(method: .put)
    huge.body = .source(
      BodySource(isReplayable: true) { writer in
        try await writer.write([UInt8](repeating: 0, count: (16 << 20) + 1))
      }
    )
    var configuration = NetworkClientConfiguration()
    configuration.certificateAuthorities = "/etc/ssl/cert.pem"
    let strict = Carrier.urlSession.client(configuration)
    for (client, request) in [(client, body), (client, huge), (strict, server.request())] {
      let error = await #expect(throws: NetworkError.self) { try await client.send(request) }
      #expect(error?.networkErrorType == .invalidRequest)
    }
    #expect(server.connectionCount == 0)
  }

  @Test("leaves no descriptor open behind requests that are sent once")
  func descriptors() async throws {
    let server = try ScriptedServer()
    let client = client
    let count = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    _ = try await client.send(server.request(method: .post))
    let before = try count()
    for _ in 1...50 { _ = try await client.send(server.request(method: .post)) }
    try await eventually(within: .seconds(30)) { try count() <= before + 5 }
    #expect(server.connectionCount == 51)
  }

  @Test("sends no other file than the one that was opened")
  func replacedFile() async throws {
    let server = try ScriptedServer(script: .http(status: 503))
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("netwatch-test-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("old".utf8).write(to: file)
    let replacing = RetryInterceptor(id: "replacing") { _ in
      try FileManager.default.removeItem(at: file)
      try Data("new".utf8).write(to: file)
      return .retry(after: .zero)
    }
    var request = server.request(method: .put)
    request.body = .file(file.path)
    let error = await #expect(throws: NetworkError.self) {
      try await client.newClient(withAdditionalInterceptors: [replacing], maxRetryCount: 1).send(
        request
      )
    }
    #expect(error?.networkErrorType == .invalidRequest)
    #expect(server.requests.map(\.body) == ["old"])
  }
}
