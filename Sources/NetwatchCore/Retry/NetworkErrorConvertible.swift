/// An error that says what kind of failure it is.
///
/// The retry functions and the chain ask it; `NetworkError` conforms, and NetwatchFoundation makes
/// `URLError` conform, so that `URLError(.cancelled)` is treated as the cancellation it is.
public protocol NetworkErrorConvertible: Error {
  /// The kind of failure.
  var networkErrorType: NetworkErrorType { get }

  /// Whether the same work may succeed if it is tried again; by default what the kind of failure says.
  var isRetryable: Bool { get }

  /// The server's minimum wait (RFC 9110, section 10.2.3); nil, as by default, where it named none.
  var retryAfter: Duration? { get }

  /// Whether it is known that nothing reached a server; by default what the kind of failure proves.
  var nothingReachedServer: Bool { get }
}

extension NetworkErrorConvertible {
  /// What the kind of failure says.
  public var isRetryable: Bool { networkErrorType.isRetryable }

  /// No wait.
  public var retryAfter: Duration? { nil }

  /// What the kind of failure proves.
  public var nothingReachedServer: Bool { networkErrorType.provesNothingReachedServer }
}

extension NetworkErrorType {
  /// The kind of any error: what it says of itself, `cancelled` for `CancellationError`, and `unknown`
  /// for all others.
  public init(of error: any Error) {
    self =
      switch error {
      case let error as any NetworkErrorConvertible: error.networkErrorType
      case is CancellationError: .cancelled
      default: .unknown
      }
  }
}
