/// What an attempt told about its destination.
public enum ReleaseOutcome: Hashable, Sendable {
  /// The destination answered, be it with an error of its own such as HTTP 404 or 500.
  case success

  /// The destination asked for less: HTTP 429 or 503, with its Retry-After where it sent one.
  case overloaded(retryAfter: Duration?)

  /// No connection, or no complete answer in time.
  case connectionFailure

  /// Nothing: the attempt was not made after all.
  case givenBack
}

extension ReleaseOutcome {
  /// The outcome that a failure stands for.
  ///
  /// Only HTTP 429 and 503 ask for less, and only what proves that no answer came is a failure of the
  /// connection. Cancellation, a request that could not be sent and a lack of resources of this
  /// process say nothing. All else counts as an answer: an unknown error of the work itself must not
  /// close a destination.
  ///
  /// - Parameters:
  ///   - type: The kind of failure; nil where the attempt succeeded.
  ///   - retryAfter: The server's minimum wait, where it named one.
  public init(of type: NetworkErrorType?, retryAfter: Duration? = nil) {
    switch type {
    case .status(429), .status(503):
      self = .overloaded(retryAfter: retryAfter)
    case .nameNotResolved, .refused, .unreachable, .connectTimeout, .timeout, .connectionLost,
      .untrusted, .secureConnectionFailed:
      self = .connectionFailure
    case .invalidRequest, .outOfResources, .cancelled:
      self = .givenBack
    case nil, .status, .malformedResponse, .badRedirect, .decoding, .unknown:
      self = .success
    }
  }
}
