/// What kind of failure kept a piece of work from succeeding, as far as retrying is concerned.
///
/// Errors of any library are brought to it by ``NetworkErrorConvertible``.
public enum NetworkErrorType: Hashable, Sendable {
  /// An HTTP response with this status code.
  case status(Int)

  /// The name has no address, or no name server answered.
  case nameNotResolved

  /// The host answered that nothing listens on the port (ECONNREFUSED).
  case refused

  /// This host's kernel has no way there, or a router on the way said so (ENETUNREACH, EHOSTUNREACH,
  /// ENETDOWN).
  case unreachable

  /// No connection stood within the time allowed.
  case connectTimeout

  /// A connection stood, and no complete answer came within the time allowed.
  case timeout

  /// The connection was reset or closed before the answer was complete.
  case connectionLost

  /// The peer did not prove who it is: an untrusted, expired or foreign certificate.
  case untrusted

  /// No TLS session could be agreed on.
  case secureConnectionFailed

  /// The answer is not HTTP, or breaks a limit of its size.
  case malformedResponse

  /// More redirects than are followed, or one that leads nowhere.
  case badRedirect

  /// The request cannot be sent as it is.
  case invalidRequest

  /// The body does not decode to what was asked for.
  case decoding

  /// Descriptors, memory or threads have run out in this process.
  case outOfResources

  /// The work was cancelled; this is never a failure of the network.
  case cancelled

  /// Anything else.
  case unknown
}

extension NetworkErrorType {
  /// Whether the same work may succeed if it is tried again.
  ///
  /// True for the status codes 408, 429, 500, 502, 503 and 504, for failures of the transport that
  /// pass, and for a lack of resources of this process; false for everything else, and for what is
  /// unknown.
  public var isRetryable: Bool {
    switch self {
    case .status(let code): [408, 429, 500, 502, 503, 504].contains(code)
    case .nameNotResolved, .refused, .unreachable, .connectTimeout, .timeout, .connectionLost,
      .outOfResources:
      true
    case .untrusted, .secureConnectionFailed, .malformedResponse, .badRedirect, .invalidRequest,
      .decoding, .cancelled, .unknown:
      false
    }
  }

  /// Whether the failure proves that nothing reached a server.
  public var provesNothingReachedServer: Bool {
    switch self {
    case .nameNotResolved, .refused, .unreachable, .connectTimeout: true
    default: false
    }
  }

  /// Whether the server asked for fewer requests: HTTP 429.
  public var isThrottling: Bool { self == .status(429) }
}

extension NetworkErrorType: CustomStringConvertible {
  /// The failure in a few words, such as `HTTP 503` or `connection refused`.
  public var description: String {
    switch self {
    case .status(let code): "HTTP \(code)"
    case .nameNotResolved: "name not resolved"
    case .refused: "connection refused"
    case .unreachable: "network unreachable"
    case .connectTimeout: "timed out while connecting"
    case .timeout: "timed out"
    case .connectionLost: "connection lost"
    case .untrusted: "certificate not trusted"
    case .secureConnectionFailed: "no TLS session"
    case .malformedResponse: "malformed response"
    case .badRedirect: "bad redirect"
    case .invalidRequest: "invalid request"
    case .decoding: "body does not decode"
    case .outOfResources: "out of local resources"
    case .cancelled: "cancelled"
    case .unknown: "unknown error"
    }
  }
}
