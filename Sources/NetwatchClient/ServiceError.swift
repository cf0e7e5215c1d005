/// Why the service did not do what it was asked for.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, in a sentence.
  public let message: String

  /// What happened.
  public var description: String { message }
}
