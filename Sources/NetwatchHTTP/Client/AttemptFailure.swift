import NetwatchCore

/// Why an attempt brought no answer that is accepted.
///
/// An object, so that what waits for another attempt holds a pointer instead of the whole error.
final class AttemptFailure: Error, Sendable {
  /// The failure, without a history.
  let error: NetworkError

  /// How much of the request may have reached a server.
  let sent: SentPart

  /// How many bytes of the body were taken from its source, whether they were sent or not.
  let bodyBytesTaken: Int64

  init(error: NetworkError, sent: SentPart, bodyBytesTaken: Int64 = 0) {
    self.error = error
    self.sent = sent
    self.bodyBytesTaken = bodyBytesTaken
  }
}

extension AttemptFailure {
  /// The kind of failure.
  var type: NetworkErrorType { error.networkErrorType }

  /// A failure of the transport's.
  convenience init(_ failure: TransportFailure, method: HTTPMethod, url: String) {
    let error = NetworkError(
      failure.type,
      failure.message,
      method: method,
      url: url,
      remoteAddress: failure.remoteAddress,
      nothingReachedServer: failure.sent == .nothing && failure.type.isRetryable
    )
    self.init(error: error, sent: failure.sent, bodyBytesTaken: failure.bodyBytesTaken)
  }

  /// An answer with a status that is not accepted.
  convenience init(_ response: NetworkResponse, method: HTTPMethod, retryAfter: Duration?) {
    let error = NetworkError(
      .status(response.status),
      "the server answered with status \(response.status)",
      method: method,
      url: response.url,
      response: response,
      retryAfter: retryAfter,
      remoteAddress: response.remoteAddress
    )
    // That there is an answer is what counts: it proves as much as any number of bytes.
    self.init(error: error, sent: .bytes(.max))
  }

  /// Why the request must not be sent again; nil where it may.
  func refusal(toRepeat request: NetworkRequest) -> String? {
    let answer = RetryGate(request).answer(to: seenByGate)
    return if case .closed(let reason) = answer { reason } else { nil }
  }

  /// What the chain is told of it.
  func told(of request: NetworkRequest) -> RetryFailure {
    RetryFailure(
      error,
      isRetryable: type.isRetryable || RetryGate(request).passes(seenByGate),
      retryAfter: error.retryAfter,
      needsConnectivity: request.needsConnectivity,
      nothingReachedServer: error.nothingReachedServer
    )
  }

  private var seenByGate: RetryGate.Failure {
    RetryGate.Failure(
      type,
      nothingReachedServer: error.nothingReachedServer,
      hasRetryAfter: error.retryAfter != nil,
      bodyBytesTaken: max(sent.bodyBytes, bodyBytesTaken)
    )
  }
}
