import Foundation
import NetwatchCore
import NetwatchHTTP

extension TransportFailure {
  /// A failure of URLSession's, told in the client's terms.
  ///
  /// - Parameters:
  ///   - error: What the task ended with.
  ///   - bodyBytesSent: How much of the body had been sent by then.
  init(_ error: any Error, bodyBytesSent: Int64) {
    let type = NetworkErrorType(of: error)
    self.init(
      type: type,
      message: (error as? URLError)?.localizedDescription ?? String(describing: error),
      remoteAddress: nil,
      sent: type.provesNothingReachedServer || type == .invalidRequest
        ? .nothing : .bytes(bodyBytesSent),
      evidence: Evidence.Outcome(type)
    )
  }

  /// A request that cannot be sent.
  static func invalidRequest(_ message: String) -> Self {
    Self(
      type: .invalidRequest,
      message: message,
      remoteAddress: nil,
      sent: .nothing,
      evidence: nil
    )
  }

  /// The end of an exchange whose task was cancelled.
  static func cancelled(sent: SentPart) -> Self {
    Self(
      type: .cancelled,
      message: "the exchange was cancelled",
      remoteAddress: nil,
      sent: sent,
      evidence: nil
    )
  }

  /// An answer that breaks a limit.
  static func tooLarge(_ what: String, limit: Int) -> Self {
    Self(
      type: .malformedResponse,
      message: "the \(what) is longer than \(limit) bytes",
      remoteAddress: nil,
      sent: .bytes(.max),
      evidence: .answered
    )
  }

  /// A failure of this process while an answer came.
  static func local(_ type: NetworkErrorType, _ message: String) -> Self {
    Self(type: type, message: message, remoteAddress: nil, sent: .bytes(.max), evidence: .answered)
  }

  /// An exchange that took too long.
  static func timedOut(bodyBytesSent: Int64) -> Self {
    Self(
      type: .timeout,
      message: "no complete answer came in time",
      remoteAddress: nil,
      sent: .bytes(bodyBytesSent),
      evidence: .failed(.timeout)
    )
  }
}

extension Evidence.Outcome {
  /// What a failure says of the path; nil where it says nothing.
  ///
  /// URLSession does not tell addresses, without which only a local failure counts.
  init?(_ type: NetworkErrorType) {
    switch type {
    case .timeout, .connectTimeout: self = .failed(.timeout)
    case .connectionLost: self = .failed(.reset)
    case .refused: self = .failed(.refused)
    case .unreachable: self = .failed(.local)
    // A certificate that is not trusted, or an answer that is none, came from somebody.
    case .untrusted, .malformedResponse: self = .answered
    default: return nil
    }
  }
}
