import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// What the manager is told of how requests end.
@Suite(.timeLimit(.minutes(1)))
struct ClientEvidenceTests {
  @Test(
    "Every outcome is reported",
    arguments: [
      (.http(), .answered), (.http(status: 404), .answered), (.http(status: 503), .answered),
      ([.readRequest, .close], .failed(.reset)), ([.readRequest, .reset], .failed(.reset)),
      ([.readRequest, .hang], .failed(.timeout)),
      ([.readRequest, .send("220 mail.example ESMTP\r\n")], .answered),
    ] as [(ScriptedServer.Script, Evidence.Outcome)]
  )
  func outcome(script: ScriptedServer.Script, outcome: Evidence.Outcome) async throws {
    let server = try ScriptedServer(script: script)
    let manager = SettableConnectivityManager()
    var request = NetworkRequest(url: "\(server.origin)/")
    request.attemptTimeout = .milliseconds(200)
    _ = try? await NetworkClient.testing(manager).send(request)
    #expect(manager.evidence.map(\.outcome) == [outcome])
    #expect(manager.evidence.first?.destination == server.origin)
    #expect(manager.evidence.first?.remoteAddress?.description == "127.0.0.1")
  }

  @Test func `each attempt and each redirect counts for itself`() async throws {
    let other = try ScriptedServer(script: .http(status: 503))
    let server = try ScriptedServer(
      script: .http(status: 302, headers: ["Location": "\(other.origin)/"])
    )
    let manager = SettableConnectivityManager()
    let client = NetworkClient.testing(manager).with(.hastyBackoff(maxAttempts: 2))
    _ = try await client.failure(of: .init(url: "\(server.origin)/"))
    #expect(
      manager.evidence.map(\.destination)
        == [server.origin, other.origin, server.origin, other.origin]
    )
  }

  @Test func `a refused connection is reported, a cancelled request is not`() async throws {
    let server = try ScriptedServer(script: [.readRequest, .hang])
    let manager = SettableConnectivityManager()
    let client = NetworkClient.testing(manager)
    let request = NetworkRequest(url: "\(server.origin)/")
    _ = try await cancellationLag(of: { try await client.send(request) }) {
      try await eventually(within: .seconds(5)) { server.requestCount == 1 }
    }
    #expect(manager.evidence.isEmpty)
    server.stop()
    _ = try await client.failure(of: request)
    #expect(manager.evidence.map(\.outcome) == [.failed(.refused)])
  }

  @Test func `a streamed body that breaks off is reported, behind its head`() async throws {
    let server = try ScriptedServer(
      script: [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")]
    )
    let manager = SettableConnectivityManager()
    let client = NetworkClient.testing(manager)
    let body = try await client.stream(.init(url: "\(server.origin)/")).body
    #expect(manager.evidence.map(\.outcome) == [.answered])
    _ = try await NetworkError.from { for try await _ in body {} }
    #expect(manager.evidence.map(\.outcome) == [.answered, .failed(.reset)])
    #expect(manager.evidence.last?.destination == server.origin)
  }
}
