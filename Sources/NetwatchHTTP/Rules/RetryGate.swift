package import NetwatchCore

/// Decides whether a failed request may be sent again at all, before anybody is asked when.
///
/// Sending twice must not do twice what was asked for once: an order that is placed, a mail that is
/// sent. The failure alone does not say whether the server acted.
package struct RetryGate: Sendable {
  /// The decision, and why in words.
  package enum Answer: Hashable, Sendable {
    /// The chain may be asked.
    case open(String)

    /// The failure is final.
    case closed(String)
  }

  /// How an attempt failed, as far as it matters here.
  package struct Failure: Hashable, Sendable {
    /// The kind of failure.
    package var type: NetworkErrorType

    /// Whether it is known that nothing of the request reached a server.
    package var nothingReachedServer: Bool

    /// Whether the server named a legal time to try again.
    package var hasRetryAfter: Bool

    /// How many bytes of the body were taken from where they come from, whether they were sent or not.
    package var bodyBytesTaken: Int64

    /// Describes a failure.
    package init(
      _ type: NetworkErrorType,
      nothingReachedServer: Bool? = nil,
      hasRetryAfter: Bool = false,
      bodyBytesTaken: Int64 = 0
    ) {
      self.type = type
      self.nothingReachedServer = nothingReachedServer ?? type.provesNothingReachedServer
      self.hasRetryAfter = hasRetryAfter
      self.bodyBytesTaken = bodyBytesTaken
    }
  }

  /// The request's method.
  package var method: HTTPMethod

  /// Whether the server can tell by a key that two attempts are one request.
  package var hasIdempotencyKey: Bool

  /// What the caller says of it.
  package var safety: RetrySafety

  /// Whether the body can be sent again from its beginning; true where there is none.
  package var isBodyReplayable: Bool
}

extension RetryGate {
  /// The gate of a request.
  package init(_ request: NetworkRequest) {
    method = request.method
    hasIdempotencyKey = request.hasIdempotencyKey
    safety = request.retrySafety
    isBodyReplayable = request.body.isReplayable
  }

  /// Whether the transport may send the request a second time by itself, when a kept connection turns
  /// out dead: it can't tell then whether the server acted.
  package var isSafeToRepeat: Bool {
    isBodyReplayable && (safety == .always || safety == .automatic && isRepeatable)
  }

  /// Whether the server treats two of it as one.
  private var isRepeatable: Bool { method.isIdempotent || hasIdempotencyKey }

  /// Decides about a failure.
  package func answer(to failure: Failure) -> Answer {
    if let reason = prohibition(after: failure) { return .closed(reason) }
    if safety == .always { return .open("the request is marked as always safe to repeat") }
    if method.isIdempotent { return .open("\(method) is idempotent") }
    if hasIdempotencyKey { return .open("the request has an Idempotency-Key") }
    if let proof = proofOfInaction(in: failure) { return .open(proof) }
    return .closed("\(method) is not idempotent, and the server may have acted on it")
  }

  /// Whether the failure is to be treated as one that passes although its kind says otherwise.
  ///
  /// 409 tells the sender of an Idempotency-Key that its first attempt is still being worked on: the
  /// same again, unchanged, brings the result (draft-ietf-httpapi-idempotency-key-header, section 2.7).
  package func passes(_ failure: Failure) -> Bool {
    hasIdempotencyKey && failure.type == .status(409)
  }

  /// What rules a repetition out, whatever the method.
  private func prohibition(after failure: Failure) -> String? {
    if safety == .never { return "the request is marked as never to be repeated" }
    if !isBodyReplayable, failure.bodyBytesTaken > 0 {
      return "a part of the body was used up, and it can't be replayed"
    }
    if hasIdempotencyKey, failure.type == .status(422) {
      return "the Idempotency-Key was used for another request"
    }
    return nil
  }

  private func proofOfInaction(in failure: Failure) -> String? {
    switch failure.type {
    case .status(429): "the server refused it with HTTP 429"
    case .status(503) where failure.hasRetryAfter:
      "the server refused it with HTTP 503 and a Retry-After"
    case _ where failure.nothingReachedServer: "nothing reached the server"
    default: nil
    }
  }
}
