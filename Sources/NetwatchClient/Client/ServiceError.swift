/// Why the service did not do what it was asked for.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of failure it is.
  public let kind: Kind

  /// The status of HTTP; nil where no answer came.
  public let status: Int?

  /// What happened, in a sentence; the service's own where it gave one (RFC 9457, `detail`).
  public let message: String

  /// What the service did not like: a member of the request's body, as a path such as `[3].http.url`, or
  /// the name of a part of the query or of a field of the header; nil where it named nothing.
  public let field: String?

  /// How long to wait before the same is asked again, where the service said so.
  public let retryAfter: Duration?

  /// What happened, with what was not liked.
  public var description: String {
    field.map { "\($0): \(message)" } ?? message
  }

  init(
    _ kind: Kind,
    _ message: String,
    status: Int? = nil,
    field: String? = nil,
    retryAfter: Duration? = nil
  ) {
    self.kind = kind
    self.message = message
    self.status = status
    self.field = field
    self.retryAfter = retryAfter
  }
}

extension ServiceError {
  /// A kind of failure.
  public enum Kind: Hashable, Sendable {
    /// The service refused: the status says why.
    case refused

    /// Nobody listens there: the service is not running, or runs somewhere else.
    case notRunning

    /// The socket does not let this process in.
    case notPermitted

    /// No complete answer came, for another reason.
    case noAnswer

    /// The answer is none that this client understands.
    case notUnderstood

    /// What was to be sent cannot be sent.
    case invalid
  }
}
