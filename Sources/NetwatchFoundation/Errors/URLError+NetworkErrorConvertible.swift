public import Foundation
public import NetwatchCore
public import NetwatchHTTP

/// The retry functions and the chain understand URLError, so that `URLError(.cancelled)` is treated as
/// the cancellation it is, and a timeout as one.
extension URLError: NetworkErrorConvertible {
  /// The kind of failure: that of the ``networkError`` behind this one, else what the code stands for,
  /// and `unknown` for a code that this system does not know.
  public var networkErrorType: NetworkErrorType {
    // `code` stops the program where the number stands for no case.
    networkError?.networkErrorType ?? Code(rawValue: errorCode).map(NetworkErrorType.init)
      ?? .unknown
  }

  /// The client's error that this one was made of, with the history of its attempts; nil for others.
  public var networkError: NetworkError? {
    userInfo[NSUnderlyingErrorKey] as? NetworkError
  }
}
