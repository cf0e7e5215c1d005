/// Why `retry` cannot begin.
public struct RetryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: Hashable, Sendable {
    /// Not even one attempt is allowed.
    case noAttempts

    /// An attempt is allowed no time.
    case noTime
  }

  /// What is wrong.
  public let code: Code

  /// One sentence that names what was given and what was expected.
  public let description: String

  /// Refuses a number of attempts under 1.
  @usableFromInline static func check(_ attempts: Int?, name: String) throws(RetryError) {
    guard let attempts, attempts < 1 else { return }
    throw Self(code: .noAttempts, description: "\(name) is \(attempts); expected 1 or more")
  }

  /// Refuses a limit of time that is not above zero.
  static func check(attemptTimeout: Duration) throws(RetryError) {
    guard attemptTimeout <= .zero else { return }
    let text = attemptTimeout.secondsText
    throw Self(code: .noTime, description: "attemptTimeout is \(text); expected more than 0 s")
  }
}
