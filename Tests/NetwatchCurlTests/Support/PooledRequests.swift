import NetwatchCurl
import NetwatchTestSupport
import Testing

/// A server that serves several requests on a connection, and reads bodies.
typealias KeepingServer = NetwatchTestSupport.ScriptedServer

/// A request over the engine's kept connections.
func pooled(
  _ method: String = "GET",
  _ url: String,
  body: CurlBody = .none,
  timeout: Duration = .seconds(10)
) -> CurlRequest {
  var request = CurlRequest(.url(url), timeout: timeout)
  request.connection = .pooled
  request.method = method
  request.body = body
  return request
}

extension CurlStream {
  /// Reads what is left.
  func rest() async throws(CurlError) -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try await next() { bytes += chunk }
    return bytes
  }
}

extension CurlEngine {
  /// Opens a stream that must fail before its head, and hands out the failure.
  func openingFailure(of request: CurlRequest) async throws -> CurlError {
    try #require(
      await #expect(throws: CurlError.self) { _ = try await self.open(request) }
    )
  }
}

/// Runs an operation in a task, cancels it in its middle a few times, and returns the shortest time
/// until it ended: the machine can make any single one slow, but only the code can make all of them.
func fastestEnd(
  of operation: @escaping @Sendable () async throws -> Void
) async throws -> Duration {
  var fastest = Duration.seconds(60)
  for _ in 0..<5 {
    let task = Task { try await operation() }
    try await Task.sleep(for: .milliseconds(100))
    let start = ContinuousClock.now
    task.cancel()
    let result = await task.result
    fastest = min(fastest, ContinuousClock.now - start)
    #expect(throws: (any Error).self) { try result.get() }
  }
  return fastest
}
