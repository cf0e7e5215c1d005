public import Foundation
public import NetwatchCore

extension NetworkErrorType {
  /// The kind of failure that a code of URLError stands for.
  ///
  /// The codes mean what Apple's documentation of URLError.Code says, and what FoundationNetworking
  /// makes of libcurl's codes on Linux. Two of them say less than one would wish:
  ///
  /// - `cannotConnectToHost` covers a host that refuses and one that cannot be reached, and becomes
  ///   `refused`: either way nothing was sent.
  /// - `badServerResponse` is what callers throw for an answer of 500 and above, and what Linux
  ///   reports where the server hung up instead of answering. It becomes `connectionLost`: trying
  ///   again may help, and the server may have acted.
  ///
  /// - Parameter code: The code.
  public init(_ code: URLError.Code) {
    self =
      switch code {
      case .timedOut: .timeout
      case .cannotFindHost, .dnsLookupFailed: .nameNotResolved
      case .cannotConnectToHost: .refused
      case .networkConnectionLost, .badServerResponse: .connectionLost
      // All of them say that this host has no way out at the moment.
      case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
        .unreachable
      case .cancelled: .cancelled
      case .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
        .untrusted
      case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired:
        .secureConnectionFailed
      case .httpTooManyRedirects, .redirectToNonExistentLocation: .badRedirect
      case .cannotParseResponse, .zeroByteResource, .dataLengthExceedsMaximum: .malformedResponse
      case .cannotDecodeRawData, .cannotDecodeContentData, .downloadDecodingFailedMidStream,
        .downloadDecodingFailedToComplete:
        .decoding
      case .badURL, .unsupportedURL, .requestBodyStreamExhausted, .fileDoesNotExist,
        .fileIsDirectory, .noPermissionsToReadFile, .appTransportSecurityRequiresSecureConnection:
        .invalidRequest
      case .userAuthenticationRequired, .userCancelledAuthentication: .status(401)
      case .unknown, .resourceUnavailable, .cannotLoadFromNetwork, .cannotCreateFile,
        .cannotOpenFile, .cannotCloseFile, .cannotWriteToFile, .cannotRemoveFile, .cannotMoveFile,
        .backgroundSessionRequiresSharedContainer, .backgroundSessionInUseByAnotherProcess,
        .backgroundSessionWasDisconnected:
        .unknown
      }
  }
}
