public import Foundation
public import NetwatchCore
public import NetwatchHTTP

extension URLError.Code {
  /// The code that says best what a kind of failure is.
  ///
  /// It keeps whether trying again may help, except for `outOfResources`, for which there is no code.
  /// A status that may pass, such as 503, becomes `badServerResponse`; 401 becomes
  /// `userAuthenticationRequired`, and any other status `resourceUnavailable`.
  ///
  /// - Parameter type: The kind of failure.
  public init(_ type: NetworkErrorType) {
    self =
      switch type {
      case .status(401): .userAuthenticationRequired
      case .status: type.isRetryable ? .badServerResponse : .resourceUnavailable
      case .nameNotResolved: .cannotFindHost
      case .refused: .cannotConnectToHost
      case .unreachable: .notConnectedToInternet
      case .connectTimeout, .timeout: .timedOut
      case .connectionLost: .networkConnectionLost
      case .untrusted: .serverCertificateUntrusted
      case .secureConnectionFailed: .secureConnectionFailed
      case .malformedResponse: .cannotParseResponse
      case .badRedirect: .redirectToNonExistentLocation
      case .invalidRequest: .badURL
      case .decoding: .cannotDecodeContentData
      case .cancelled: .cancelled
      case .outOfResources, .unknown: .unknown
      }
  }
}

extension URLError {
  /// An error for callers that catch URLError.
  ///
  /// - Parameter type: The kind of failure.
  public init(_ type: NetworkErrorType) {
    self.init(Code(type))
  }

  /// The same failure for callers that catch URLError.
  ///
  /// The original stands behind it, as ``networkError``, with its answer and the history of its
  /// attempts; the URL and the message are where URLSession puts them.
  ///
  /// - Parameter error: The client's error.
  public init(_ error: NetworkError) {
    var details: [String: Any] = [
      NSUnderlyingErrorKey: error,
      NSLocalizedDescriptionKey: error.message,
    ]
    if let url = error.url.flatMap({ URL(string: $0) }) {
      details[NSURLErrorFailingURLErrorKey] = url
    }
    self.init(Code(error.networkErrorType), userInfo: details)
  }
}
