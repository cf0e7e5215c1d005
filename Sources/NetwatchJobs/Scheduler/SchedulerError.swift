/// Why a scheduler did not do what it was asked for.
public struct SchedulerError: Error, Hashable, Sendable {
  /// The kind of failure.
  public enum Code: Hashable, Sendable {
    /// `run()` was called although it runs, or has run.
    case alreadyRun

    /// The scheduler has ended, or is about to.
    case ended

    /// The deadline of a closure passed before it had succeeded.
    case deadlinePassed
  }

  /// The kind of failure.
  public let code: Code

  /// What happened, in a sentence.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension SchedulerError: CustomStringConvertible {
  /// What happened.
  public var description: String { message }
}
