import NetwatchCore
import NetwatchCurl
import Testing

/// A GET for the root of a server of the test's own.
func get(
  _ server: ScriptedServer,
  host: String = "127.0.0.1",
  timeout: Duration = .seconds(10)
) -> CurlRequest {
  CurlRequest(.url("http://\(host):\(server.port)/"), timeout: timeout)
}

extension CurlEngine {
  /// Performs a request that must fail, and hands out the failure.
  func failure(of request: CurlRequest) async throws -> CurlError {
    try #require(await #expect(throws: CurlError.self) { try await self.perform(request) })
  }
}
