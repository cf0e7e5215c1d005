/// Tells one task, from whatever thread, that it is time to stop.
struct StopSign: Sendable {
  private let stream: AsyncThrowingStream<Never, any Error>
  private let continuation: AsyncThrowingStream<Never, any Error>.Continuation

  init() {
    (stream, continuation) = AsyncThrowingStream.makeStream(
      of: Never.self,
      throwing: (any Error).self
    )
  }

  /// Says so; once is enough, more is the same.
  ///
  /// - Parameter error: What went wrong; nothing by default.
  func raise(because error: (any Error)? = nil) {
    continuation.finish(throwing: error)
  }

  /// Returns when somebody has said so, or when the task is cancelled.
  ///
  /// - Returns: True: it is over.
  /// - Throws: What went wrong.
  func wait() async throws -> Bool {
    for try await _ in stream {}
    return true
  }
}
