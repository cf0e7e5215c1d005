import NetwatchCore
import NetwatchFoundation
import NetwatchHTTP
import NetwatchTestSupport
import Testing

@Suite("A body that URLSession streams")
struct URLSessionStreamTests {
  private let client = Carrier.urlSession.client()

  @Test("hands a body over piece by piece")
  func streaming() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
    let server = try ScriptedServer(
      script: [.readRequest, .send(head + "abc"), .pause(.milliseconds(50)), .send("def"), .close]
    )
    let answer = try await client.stream(server.request())
    #expect(answer.response.status == 200)
    var pieces: [[UInt8]] = []
    for try await piece in answer.body { pieces.append(piece) }
    #expect(pieces == [Array("abc".utf8), Array("def".utf8)])
  }

  @Test("fails the reader of a body that breaks off")
  func brokenStream() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
    let server = try ScriptedServer(script: [.readRequest, .send(head + "abc"), .reset])
    let answer = try await client.stream(server.request())
    await #expect(throws: NetworkError.self) { for try await _ in answer.body {} }
  }

  @Test("ends a transfer whose body nobody reads any more, and one that is read too slowly")
  func abandonedStream() async throws {
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    let flood = String(repeating: "x", count: 65_536)
    let server = try ScriptedServer(script: [.readRequest, .send(head), .sendForever(flood)])
    var answer: StreamedResponse? = try await client.stream(server.request())
    #expect(answer?.response.status == 200)
    answer = nil
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }

    let slow = try await client.stream(server.request())
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }
    let error = await #expect(throws: NetworkError.self) { for try await _ in slow.body {} }
    #expect(error?.networkErrorType == .outOfResources)
  }

  @Test("answers the cancellation of a reader")
  func cancelledReader() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n"
    let server = try ScriptedServer(script: [.readRequest, .send(head), .hang])
    let answer = try await client.stream(server.request())
    let reader = Task { for try await _ in answer.body {} }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    try await eventually(within: .seconds(30)) { server.openConnectionCount == 0 }
  }
}
