import CLinux
import Glibc
import NetwatchCore
import NetwatchCurl

extension TransportFailure {
  /// A failure of libcurl's, told in the client's terms.
  init(_ error: CurlError) {
    self.init(
      type: NetworkErrorType(error.kind),
      message: error.message,
      remoteAddress: error.remote?.address,
      sent: error.isRequestSent ? .bytes(error.bytesSent) : .nothing,
      evidence: Evidence.Outcome(error)
    )
  }
}

extension NetworkErrorType {
  fileprivate init(_ kind: CurlError.Kind) {
    self =
      switch kind {
      case .malformedURL, .unsupportedScheme, .addressRefused, .invalidHeader, .invalidMethod,
        .bodyEndedEarly,
        .bodyFailed:
        .invalidRequest
      case .nameNotResolved: .nameNotResolved
      case .refused: .refused
      case .unreachable, .interfaceUnavailable: .unreachable
      case .timedOut(connected: false): .connectTimeout
      case .timedOut(connected: true): .timeout
      case .reset, .closedEarly, .proxyFailed, .notSentAgain: .connectionLost
      case .tls(.certificate): .untrusted
      case .tls: .secureConnectionFailed
      case .headerTooLarge, .bodyTooLarge, .malformedResponse: .malformedResponse
      case .outOfResources: .outOfResources
      case .cancelled: .cancelled
      case .sinkFailed, .engineStopped, .engineRetired, .other: .unknown
      }
  }
}

extension Evidence.Outcome {
  /// What a failure says of the path; nil where it says nothing.
  fileprivate init?(_ error: CurlError) {
    switch error.kind {
    // A head over verified TLS proves the path, although the rest did not come.
    case _ where error.isVerifiedTLS: self = .verified
    case .timedOut: self = .failed(.timeout)
    case .reset, .closedEarly, .notSentAgain: self = .failed(.reset)
    case .refused: self = .failed(.refused)
    case .unreachable:
      let isLocal = [ENETUNREACH, ENETDOWN].contains(error.osError)
      self = .failed(isLocal ? .local : .unreachable)
    // A certificate that is not trusted, or an answer that is none, came from somebody.
    case .tls(.certificate), .malformedResponse, .headerTooLarge, .bodyTooLarge: self = .answered
    default: return nil
    }
  }
}
