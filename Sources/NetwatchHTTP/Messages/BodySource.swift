/// A body that is made while it is sent.
public struct BodySource: Sendable {
  /// The number of bytes that will be written; nil where it is not known beforehand.
  ///
  /// Without one the body is sent in chunks, or as HTTP/2 frames it.
  public let length: Int64?

  /// Whether ``write`` can be called again for another attempt and writes the same bytes.
  ///
  /// A request with a body that is not replayable is not tried again once a byte of it was taken.
  public let isReplayable: Bool

  /// Writes the whole body and returns; called once an attempt.
  ///
  /// An error that it throws ends the attempt as an invalid request, which is not tried again.
  public let write: @Sendable (BodyWriter) async throws -> Void

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - length: The number of bytes that will be written; nil where it is not known.
  ///   - isReplayable: Whether `write` can be called again and writes the same.
  ///   - write: Writes the whole body; called once an attempt, from a task of the client's.
  public init(
    length: Int64? = nil,
    isReplayable: Bool,
    write: @escaping @Sendable (BodyWriter) async throws -> Void
  ) {
    self.length = length
    self.isReplayable = isReplayable
    self.write = write
  }
}
