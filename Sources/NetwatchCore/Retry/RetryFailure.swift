/// What the chain is told of a failed attempt.
public struct RetryFailure: Sendable {
  /// The kind of failure.
  public var type: NetworkErrorType

  /// The error itself, for interceptors that know more of it.
  public var error: any Error

  /// Whether the same work may succeed if it is tried again; by default what the kind of failure says.
  public var isRetryable: Bool

  /// The server's minimum wait (RFC 9110, section 10.2.3); nil where it named none that is legal.
  public var retryAfter: Duration?

  /// Whether the work needs the path that the connectivity manager judges; false for loopback, Unix
  /// sockets and other work that connectivity says nothing about.
  public var needsConnectivity: Bool

  /// Whether it is known that nothing of the request reached a server.
  public var nothingReachedServer: Bool

  /// Creates the description of a failure; what is not said follows from the error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - type: The kind of failure; by default what the error says of itself.
  ///   - isRetryable: Whether trying again may help; by default what the error says of it, or
  ///     its kind.
  ///   - retryAfter: The server's minimum wait; by default what the error says of it.
  ///   - needsConnectivity: Whether the work needs the judged path.
  ///   - nothingReachedServer: Whether nothing reached a server; by default what the error says, or its
  ///     kind proves.
  public init(
    _ error: any Error,
    type: NetworkErrorType? = nil,
    isRetryable: Bool? = nil,
    retryAfter: Duration? = nil,
    needsConnectivity: Bool = true,
    nothingReachedServer: Bool? = nil
  ) {
    let told = error as? any NetworkErrorConvertible
    let kind = type ?? NetworkErrorType(of: error)
    self.type = kind
    self.error = error
    self.retryAfter = retryAfter ?? told?.retryAfter
    self.needsConnectivity = needsConnectivity
    // What the error says of itself counts only as long as nobody calls it another kind.
    let own = type == nil ? told : nil
    self.isRetryable = isRetryable ?? own?.isRetryable ?? kind.isRetryable
    self.nothingReachedServer =
      nothingReachedServer ?? own?.nothingReachedServer ?? kind.provesNothingReachedServer
  }
}

extension RetryFailure {
  /// Why nobody proposes to try again what would fail again, in words.
  var finalityText: String { "\(type): not retryable" }
}
