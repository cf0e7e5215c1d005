import NetwatchCurl
import Testing

/// Waits for something that comes about on another thread, at most five seconds.
func eventually(_ condition: () -> Bool) async throws {
  for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
  #expect(condition())
}

/// Cancels a transfer in its middle a few times, and returns the shortest time until it ended: the
/// machine can make any single one slow, but only the engine can make all of them.
func fastestCancellation(
  of transfer: @escaping @Sendable () async throws -> CurlResponse
) async throws -> Duration {
  var fastest = Duration.seconds(60)
  for _ in 0..<5 {
    let task = Task { try await transfer() }
    try await Task.sleep(for: .milliseconds(100))
    let start = ContinuousClock.now
    task.cancel()
    let error = await #expect(throws: CurlError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
    fastest = min(fastest, ContinuousClock.now - start)
  }
  return fastest
}
