/// Why connectivity is not watched.
public struct ConnectivityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// The monitor ended, or was never started again.
    case ended

    /// The monitor already runs.
    case alreadyRunning

    /// The kernel offers nothing to watch: not even an IPv4 socket could be made.
    case unavailable

    /// There is no such network namespace, or it may not be entered.
    case namespace

    /// There is no such interface.
    case interface

    /// The configuration says something impossible.
    case configuration
  }

  /// The kind of failure.
  public let code: Code

  /// A sentence that names what failed.
  public let description: String

  /// Creates an error.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
