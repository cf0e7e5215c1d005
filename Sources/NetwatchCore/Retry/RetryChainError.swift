/// Why a list of interceptors cannot be used.
public struct RetryChainError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Code: Hashable, Sendable {
    /// Two interceptors have the same id.
    case repeatedID

    /// The limit of retries is negative.
    case negativeLimit
  }

  /// What is wrong.
  public let code: Code

  /// One sentence that names what was given and what was expected.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
