import CCurl
import CLinux
import Glibc
import Testing

@testable import NetwatchCurl

extension CurlTests {
  @Suite struct FailureClassifierTests {
    struct Case: CustomTestStringConvertible, Sendable {
      let code: CURLcode
      var osError: Int32 = 0
      var isConnected = false
      var usesTLS = false
      var socketError: Int32 = 0
      var isStarved = false
      let kind: CurlError.Kind

      var testDescription: String { "\(code.rawValue), errno \(osError): \(kind)" }
    }

    static let cases = [
      Case(code: CURLE_COULDNT_CONNECT, osError: ECONNREFUSED, kind: .refused),
      Case(code: CURLE_COULDNT_CONNECT, osError: ENOENT, kind: .refused),
      Case(code: CURLE_COULDNT_CONNECT, osError: ETIMEDOUT, kind: .timedOut(connected: false)),
      Case(code: CURLE_COULDNT_CONNECT, osError: ECONNRESET, kind: .reset),
      Case(code: CURLE_COULDNT_CONNECT, osError: EHOSTUNREACH, kind: .unreachable),
      Case(code: CURLE_COULDNT_CONNECT, osError: ENETUNREACH, kind: .unreachable),
      Case(code: CURLE_COULDNT_CONNECT, osError: EACCES, kind: .unreachable),
      Case(code: CURLE_COULDNT_CONNECT, osError: EINVAL, kind: .unreachable),
      Case(code: CURLE_COULDNT_CONNECT, kind: .other),
      Case(code: CURLE_OPERATION_TIMEDOUT, kind: .timedOut(connected: false)),
      Case(code: CURLE_OPERATION_TIMEDOUT, isConnected: true, kind: .timedOut(connected: true)),
      Case(code: CURLE_RECV_ERROR, osError: ECONNRESET, isConnected: true, kind: .reset),
      Case(code: CURLE_SEND_ERROR, osError: EPIPE, isConnected: true, kind: .reset),
      Case(code: CURLE_SEND_ERROR, osError: ENOTCONN, isConnected: true, kind: .reset),
      Case(code: CURLE_RECV_ERROR, osError: EHOSTUNREACH, isConnected: true, kind: .unreachable),
      Case(
        code: CURLE_RECV_ERROR,
        osError: ETIMEDOUT,
        isConnected: true,
        kind: .timedOut(connected: true)
      ),
      Case(code: CURLE_RECV_ERROR, isConnected: true, usesTLS: true, kind: .reset),
      // The errno is that of the name's first address, which was not the one that failed.
      Case(
        code: CURLE_RECV_ERROR,
        osError: ECONNREFUSED,
        isConnected: true,
        kind: .malformedResponse
      ),
      Case(code: CURLE_UNSUPPORTED_PROTOCOL, isConnected: true, kind: .malformedResponse),
      Case(
        code: CURLE_OUT_OF_MEMORY,
        isConnected: true,
        kind: .headerTooLarge(limit: 102_400)
      ),
      Case(code: CURLE_OUT_OF_MEMORY, kind: .outOfResources),
      Case(code: CURLE_COULDNT_CONNECT, socketError: EMFILE, kind: .outOfResources),
      Case(code: CURLE_COULDNT_CONNECT, socketError: ENFILE, kind: .outOfResources),
      Case(code: CURLE_COULDNT_CONNECT, osError: ENOBUFS, kind: .outOfResources),
      Case(code: CURLE_COULDNT_CONNECT, osError: ENOMEM, kind: .outOfResources),
      Case(code: CURLE_COULDNT_CONNECT, socketError: EAFNOSUPPORT, kind: .other),
      Case(
        code: CURLE_COULDNT_CONNECT,
        osError: ECONNREFUSED,
        socketError: EMFILE,
        kind: .outOfResources
      ),
      Case(code: CURLE_COULDNT_CONNECT, osError: ECONNREFUSED, isStarved: true, kind: .refused),
      Case(code: CURLE_SEND_ERROR, osError: ENOBUFS, isConnected: true, kind: .outOfResources),
      Case(code: CURLE_COULDNT_RESOLVE_HOST, isStarved: true, kind: .outOfResources),
      Case(code: CURLE_COULDNT_RESOLVE_HOST, kind: .nameNotResolved),
      Case(
        code: CURLE_SSL_CACERT_BADFILE,
        isConnected: true,
        isStarved: true,
        kind: .outOfResources
      ),
      Case(code: CURLE_SSL_CONNECT_ERROR, isConnected: true, kind: .tls(.handshake)),
      Case(code: CURLE_PEER_FAILED_VERIFICATION, isConnected: true, kind: .tls(.certificate)),
      Case(code: CURLE_SSL_CACERT_BADFILE, isConnected: true, kind: .tls(.configuration)),
    ]

    @Test(arguments: cases)
    func `a code and an errno together tell what happened`(_ case: Case) {
      let classifier = FailureClassifier(
        code: `case`.code,
        osError: `case`.osError,
        isConnected: `case`.isConnected,
        usesTLS: `case`.usesTLS,
        socketError: `case`.socketError,
        isStarved: `case`.isStarved
      )
      #expect(classifier.kind == `case`.kind)
    }
  }
}
