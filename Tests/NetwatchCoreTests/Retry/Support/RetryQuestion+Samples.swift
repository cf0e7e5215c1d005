import NetwatchCore

extension RetryQuestion {
  /// A question about a failure after so many proposals in a row.
  static func about(
    _ type: NetworkErrorType,
    consecutiveRetries: Int = 0,
    retryAfter: Duration? = nil,
    needsConnectivity: Bool = true,
    nothingReachedServer: Bool? = nil
  ) -> Self {
    Self(
      failure: RetryFailure(
        Failure(type),
        retryAfter: retryAfter,
        needsConnectivity: needsConnectivity,
        nothingReachedServer: nothingReachedServer
      ),
      totalRetries: consecutiveRetries,
      consecutiveRetries: consecutiveRetries
    )
  }
}

extension RetryDecision {
  /// The delay of a proposal; nil where there is none.
  var delay: Duration? {
    if case .retryAfter(let delay) = action { delay } else { nil }
  }

  /// The event that a proposal waits for; nil where there is none.
  var event: RetryEvent? {
    if case .retryWhen(let event) = action { event } else { nil }
  }

  /// Whether it leaves the decision to others.
  var isNoOpinion: Bool {
    if case .noOpinion = action { true } else { false }
  }
}

extension NetworkErrorType {
  /// Every kind that may pass, and every kind that will not.
  static let retryable: [Self] =
    [408, 429, 500, 502, 503, 504].map { .status($0) } + [
      .nameNotResolved, .refused, .unreachable, .connectTimeout, .timeout, .connectionLost,
      .outOfResources,
    ]

  static let final: [Self] =
    [301, 400, 401, 403, 404, 409, 422, 501, 505].map { .status($0) } + [
      .untrusted, .secureConnectionFailed, .malformedResponse, .badRedirect, .invalidRequest,
      .decoding, .cancelled, .unknown,
    ]
}
