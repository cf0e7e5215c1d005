/// Takes the bytes of a body that is written while it is sent.
public struct BodyWriter: Sendable {
  private let take: @Sendable ([UInt8]) async throws -> Void

  /// Creates a writer that hands everything to a closure.
  package init(_ take: @escaping @Sendable ([UInt8]) async throws -> Void) {
    self.take = take
  }

  /// Writes bytes of any number, and returns when they have been taken and there is room for more.
  ///
  /// - Parameter bytes: What to send.
  /// - Throws: `CancellationError` when the task is cancelled, as it is when the answer came before
  ///   the end of the body; else an error that says why nothing more is taken.
  public func write(_ bytes: [UInt8]) async throws {
    try await take(bytes)
  }
}
