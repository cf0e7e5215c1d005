import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@testable import NetwatchCurl

/// Bodies of requests, and whether they can be sent again.
@Suite(.timeLimit(.minutes(1)))
struct ClientRequestBodyTests {
  private let server: ScriptedServer
  private let client = NetworkClient.testing().with(.hastyBackoff())

  init() throws {
    server = try ScriptedServer()
  }

  private func put(_ body: RequestBody) -> NetworkRequest {
    NetworkRequest(method: .put, url: "\(server.origin)/", body: body)
  }

  private func source(isReplayable: Bool, calls: Record<Void>) -> RequestBody {
    .source(
      BodySource(length: 6, isReplayable: isReplayable) { writer in
        calls.append(())
        try await writer.write(Array("abc".utf8))
        try await writer.write(Array("def".utf8))
      }
    )
  }

  @Test func `bytes, a file and a source that can be replayed are sent again`() async throws {
    let folder = try TemporaryFolder()
    let calls = Record<Void>()
    let bodies = [
      .bytes(Array("abcdef".utf8)), .file(try folder.write("abcdef", to: "file")),
      source(isReplayable: true, calls: calls),
    ]
    for body in bodies {
      server.enqueue(.http(status: 503, keepsAlive: false))
      #expect(try await client.send(put(body)).attempts == 2)
    }
    #expect(server.requests.map(\.body) == Array(repeating: "abcdef", count: 6))
    #expect(calls.entries.count == 2)
  }

  @Test func `a source that can be read once is not begun a second time`() async throws {
    let calls = Record<Void>()
    server.script = .http(status: 503)
    let error = try await client.failure(of: put(source(isReplayable: false, calls: calls)))
    #expect(error.networkErrorType == .status(503))
    #expect(server.requestCount == 1)
    #expect(calls.entries.count == 1)
  }

  @Test func `it is not begun before there is a connection`() async throws {
    let calls = Record<Void>()
    server.stop()
    let error = try await client.failure(of: put(source(isReplayable: false, calls: calls)))
    #expect(error.networkErrorType == .refused)
    #expect(error.attempts.count == 3)
    #expect(calls.entries.isEmpty)
  }

  @Test func `a source that fails ends the request, with its reason`() async throws {
    struct Torn: Error {}
    let body = RequestBody.source(BodySource(isReplayable: true) { _ in throw Torn() })
    let error = try await client.failure(of: put(body))
    #expect(error.networkErrorType == .invalidRequest)
    #expect(error.message.contains("Torn"), "\(error)")
    #expect(error.attempts.count == 1)
  }

  @Test func `a pipe that a retired engine refused serves the next one`() async throws {
    let pipe = CurlBodyPipe()
    var request = CurlRequest(.url("\(server.origin)/"), timeout: .seconds(5))
    request.method = "PUT"
    request.body = .pipe(pipe, length: 3)
    let retired = try CurlEngine.launch()
    retired.retire()
    let error = await #expect(throws: CurlError.self) { try await retired.perform(request) }
    #expect(error?.kind == .engineRetired)
    async let response = CurlEngine.launch().perform(request)
    try await pipe.waitUntilWanted()
    try await pipe.write(Array("abc".utf8))
    pipe.finish()
    #expect(try await response.status == 200)
    #expect(server.requests.map(\.body) == ["abc"])
  }
}
