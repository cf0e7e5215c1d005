/// An error that says what kind of failure it is.
///
/// The retry functions and the chain ask it; `NetworkError` conforms, and NetwatchFoundation makes
/// `URLError` conform, so that `URLError(.cancelled)` is treated as the cancellation it is.
public protocol NetworkErrorConvertible: Error {
  /// The kind of failure.
  var networkErrorType: NetworkErrorType { get }
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
