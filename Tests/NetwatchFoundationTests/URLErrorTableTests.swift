import Foundation
import NetwatchCore
import NetwatchFoundation
import NetwatchHTTP
import Testing

@Suite("A URLError")
struct URLErrorTableTests {
  static let table: [URLError.Code: NetworkErrorType] = [
    .timedOut: .timeout,
    .cannotFindHost: .nameNotResolved,
    .dnsLookupFailed: .nameNotResolved,
    .cannotConnectToHost: .refused,
    .networkConnectionLost: .connectionLost,
    .badServerResponse: .connectionLost,
    .notConnectedToInternet: .unreachable,
    .dataNotAllowed: .unreachable,
    .internationalRoamingOff: .unreachable,
    .callIsActive: .unreachable,
    .cancelled: .cancelled,
    .serverCertificateHasBadDate: .untrusted,
    .serverCertificateUntrusted: .untrusted,
    .serverCertificateHasUnknownRoot: .untrusted,
    .serverCertificateNotYetValid: .untrusted,
    .secureConnectionFailed: .secureConnectionFailed,
    .clientCertificateRejected: .secureConnectionFailed,
    .clientCertificateRequired: .secureConnectionFailed,
    .httpTooManyRedirects: .badRedirect,
    .redirectToNonExistentLocation: .badRedirect,
    .cannotParseResponse: .malformedResponse,
    .zeroByteResource: .malformedResponse,
    .dataLengthExceedsMaximum: .malformedResponse,
    .cannotDecodeRawData: .decoding,
    .cannotDecodeContentData: .decoding,
    .downloadDecodingFailedMidStream: .decoding,
    .downloadDecodingFailedToComplete: .decoding,
    .badURL: .invalidRequest,
    .unsupportedURL: .invalidRequest,
    .requestBodyStreamExhausted: .invalidRequest,
    .fileDoesNotExist: .invalidRequest,
    .fileIsDirectory: .invalidRequest,
    .noPermissionsToReadFile: .invalidRequest,
    .appTransportSecurityRequiresSecureConnection: .invalidRequest,
    .userAuthenticationRequired: .status(401),
    .userCancelledAuthentication: .status(401),
    .unknown: .unknown,
    .resourceUnavailable: .unknown,
    .cannotLoadFromNetwork: .unknown,
    .cannotCreateFile: .unknown,
    .cannotOpenFile: .unknown,
    .cannotCloseFile: .unknown,
    .cannotWriteToFile: .unknown,
    .cannotRemoveFile: .unknown,
    .cannotMoveFile: .unknown,
    .backgroundSessionRequiresSharedContainer: .unknown,
    .backgroundSessionInUseByAnotherProcess: .unknown,
    .backgroundSessionWasDisconnected: .unknown,
  ]

  /// Every code that this system has: they all lie in the range of NSURLErrorDomain.
  static let codes = (-4000 ... -1).compactMap(URLError.Code.init)

  static let types: [NetworkErrorType] =
    [
      .nameNotResolved, .refused, .unreachable, .connectTimeout, .timeout, .connectionLost,
      .untrusted, .secureConnectionFailed, .malformedResponse, .badRedirect, .invalidRequest,
      .decoding, .cancelled, .unknown,
    ]
    + [301, 304, 400, 401, 404, 408, 429, 500, 501, 502, 503, 504, 505].map(NetworkErrorType.status)

  @Test("stands in the table whatever its code is")
  func completeness() {
    #expect(Set(Self.codes) == Set(Self.table.keys))
  }

  @Test("becomes what the table says", arguments: table)
  func forth(code: URLError.Code, type: NetworkErrorType) {
    #expect(NetworkErrorType(code) == type)
    #expect(URLError(code).networkErrorType == type)
    #expect(NetworkErrorType(of: URLError(code)) == type)
  }

  @Test("of a code that the system does not know is unknown, and stops nothing")
  func unheardOf() {
    let error = URLError(_nsError: NSError(domain: NSURLErrorDomain, code: 12_345))
    #expect(error.networkErrorType == .unknown)
  }

  @Test("made of a kind of failure keeps whether trying again may help", arguments: types)
  func retryability(type: NetworkErrorType) {
    #expect(URLError(type).networkErrorType.isRetryable == type.isRetryable)
    #expect((URLError(type).code == .cancelled) == (type == .cancelled))
  }

  @Test(
    "made of a kind of failure becomes it again",
    arguments: [
      .timeout, .nameNotResolved, .refused, .connectionLost, .unreachable, .cancelled, .untrusted,
      .secureConnectionFailed, .badRedirect, .malformedResponse, .decoding, .invalidRequest,
      .status(401), .unknown,
    ] as [NetworkErrorType]
  )
  func roundTrip(type: NetworkErrorType) {
    #expect(NetworkErrorType(URLError.Code(type)) == type)
  }

  @Test(
    "made of a status is what seed three throws, where trying again may help",
    arguments: [
      (500, .badServerResponse), (503, .badServerResponse), (429, .badServerResponse),
      (401, .userAuthenticationRequired), (404, .resourceUnavailable), (304, .resourceUnavailable),
    ] as [(Int, URLError.Code)]
  )
  func statuses(status: Int, code: URLError.Code) {
    #expect(URLError.Code(.status(status)) == code)
  }

  @Test("made of the client's error has all of it behind it", arguments: types + [.outOfResources])
  func ofNetworkError(type: NetworkErrorType) {
    let error = URLError(
      NetworkError(type, "it failed", method: .get, url: "http://user:pass@a.example/x")
    )
    #expect(error.code == URLError.Code(type))
    #expect(error.networkErrorType == type)
    #expect(error.networkError?.message == "it failed")
    #expect(error.failingURL?.absoluteString == "http://a.example/x")
    #expect(error.localizedDescription == "it failed")
  }

  @Test("is the same, whether a name is taken for a code or for a kind of failure")
  func sharedNames() {
    #expect(URLError(.cancelled) == URLError(URLError.Code.cancelled))
    #expect(URLError(.unknown) == URLError(URLError.Code.unknown))
    #expect(URLError(.secureConnectionFailed) == URLError(URLError.Code.secureConnectionFailed))
    #expect(URLError(.timedOut).networkErrorType == .timeout)
  }
}
