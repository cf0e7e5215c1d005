/// What a handler throws so that the job is dead at once, whatever the chain would say.
public struct PermanentJobFailure: Error, CustomStringConvertible {
  /// Why, in words.
  public let reason: String

  /// The error behind it; nil where there is none.
  public let underlying: (any Error)?

  /// Creates a failure that nobody is to retry.
  public init(_ reason: String, underlying: (any Error)? = nil) {
    self.reason = reason
    self.underlying = underlying
  }

  /// Why.
  public var description: String { reason }
}
