/// Tells one task, from whatever thread, that it is time to stop.
struct StopSign: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  }

  /// Says so; once is enough, more is the same.
  func raise() {
    continuation.finish()
  }

  /// Returns when somebody has said so, or when the task is cancelled.
  ///
  /// - Returns: True: it is over.
  func wait() async -> Bool {
    for await _ in stream {}
    return true
  }
}
