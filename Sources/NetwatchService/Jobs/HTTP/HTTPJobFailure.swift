internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchJobs

/// Why a job of the kind `http` failed, as it comes into histories and logs: without the query of its
/// URL, the values of its header and anything that was in a body.
struct HTTPJobFailure: NetworkErrorConvertible, CustomStringConvertible {
  let networkErrorType: NetworkErrorType
  let isRetryable: Bool
  let retryAfter: Duration?
  let nothingReachedServer: Bool

  /// What happened.
  let description: String

  /// A failure before anything was sent.
  init(_ type: NetworkErrorType, _ description: String, isRetryable: Bool) {
    networkErrorType = type
    self.isRetryable = isRetryable
    retryAfter = nil
    nothingReachedServer = false
    self.description = description
  }

  private init(_ error: NetworkError, isRetryable: Bool) {
    networkErrorType = error.networkErrorType
    self.isRetryable = isRetryable
    retryAfter = error.retryAfter
    nothingReachedServer = error.nothingReachedServer
    description = error.message.withoutQueries
  }

  /// What says more in its own words than the kind does, and never passes.
  private static let endings: [NetworkErrorType] = [.invalidRequest, .badRedirect]

  /// What a handler throws for a request that failed.
  static func error(_ error: NetworkError, of request: NetworkRequest) -> any Error {
    switch RetryGate(request).answer(to: RetryGate.Failure(error)) {
    case .closed(let reason):
      return PermanentJobFailure("\(HTTPJobFailure(error, isRetryable: false)); \(reason)")
    case .open where Self.endings.contains(error.networkErrorType):
      return PermanentJobFailure(HTTPJobFailure(error, isRetryable: false).description)
    case .open:
      let passes = RetryGate(request).passes(RetryGate.Failure(error))
      return HTTPJobFailure(error, isRetryable: error.networkErrorType.isRetryable || passes)
    }
  }
}

extension RetryGate.Failure {
  fileprivate init(_ error: NetworkError) {
    self.init(
      error.networkErrorType,
      nothingReachedServer: error.nothingReachedServer,
      hasRetryAfter: error.retryAfter != nil
    )
  }
}
