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
  ///   - isRetryable: Whether trying again may help; by default what the kind says.
  ///   - retryAfter: The server's minimum wait.
  ///   - needsConnectivity: Whether the work needs the judged path.
  ///   - nothingReachedServer: Whether nothing reached a server; by default what the kind proves.
  public init(
    _ error: any Error,
    type: NetworkErrorType? = nil,
    isRetryable: Bool? = nil,
    retryAfter: Duration? = nil,
    needsConnectivity: Bool = true,
    nothingReachedServer: Bool? = nil
  ) {
    let type = type ?? NetworkErrorType(of: error)
    self.type = type
    self.error = error
    self.isRetryable = isRetryable ?? type.isRetryable
    self.retryAfter = retryAfter
    self.needsConnectivity = needsConnectivity
    self.nothingReachedServer = nothingReachedServer ?? type.provesNothingReachedServer
  }
}
