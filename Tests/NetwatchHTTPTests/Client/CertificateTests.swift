import NetwatchCore
import NetwatchHTTP
import NetwatchTestSupport
import Testing

/// Certificates, good and bad.
@Suite(.enabled(if: TLSServer.isAvailable), .timeLimit(.minutes(1)))
struct CertificateTests {
  private func client(
    _ manager: SettableConnectivityManager = .init(),
    trusting server: TLSServer?
  ) -> NetworkClient {
    NetworkClient.testing(manager) { $0.certificateAuthorities = server?.certificate }
      .with(.hastyBackoff())
  }

  @Test func `one of a trusted authority is accepted, and proves the path`() async throws {
    let server = try await TLSServer(subject: "IP:127.0.0.1")
    let manager = SettableConnectivityManager()
    let client = client(manager, trusting: server)
    let response = try await client.send(.init(url: server.url))
    #expect(response.body == Array("ok".utf8))
    #expect(response.httpVersion == "HTTP/2")
    #expect(manager.evidence.map(\.outcome) == [.verified])
  }

  @Test func `many requests share one connection of HTTP/2`() async throws {
    let server = try await TLSServer(subject: "IP:127.0.0.1")
    let client = client(trusting: server)
    _ = try await client.send(.init(url: server.url))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 {
        group.addTask { try await client.send(.init(url: server.url)).status }
      }
      for try await status in group { #expect(status == 200) }
    }
  }

  @Test(
    "A bad one is refused, and not asked for again",
    arguments: [
      ("IP:127.0.0.1", false, false), ("IP:127.0.0.1", true, true),
      ("DNS:elsewhere.example", false, true),
    ]
  )
  func bad(subject: String, isExpired: Bool, isTrusted: Bool) async throws {
    let server = try await TLSServer(subject: subject, isExpired: isExpired)
    let manager = SettableConnectivityManager()
    let client = client(manager, trusting: isTrusted ? server : nil)
    var request = NetworkRequest(url: server.url)
    request.retrySafety = .always
    let error = try await client.failure(of: request)
    #expect(error.networkErrorType == .untrusted, "\(error)")
    #expect(error.attempts.count == 1)
    #expect(manager.evidence.map(\.outcome) == [.answered])
  }
}
