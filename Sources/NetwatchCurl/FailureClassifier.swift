import CCurl
import CLinux
import Glibc

/// Tells what a code of libcurl means for somebody who does not know libcurl.
///
/// An errno can be left over from an address that was tried before the one that failed, so it counts
/// only beside a code that it can explain.
struct FailureClassifier {
  let code: CURLcode
  let osError: Int32
  let isConnected: Bool
  let usesTLS: Bool

  /// The errno of a socket that could not be opened, or 0.
  var socketError: Int32 = 0

  /// Whether files could not be opened, or a thread not be started.
  var isStarved = false

  var kind: CurlError.Kind {
    if lacksResources { return .outOfResources }
    return switch code {
    case CURLE_URL_MALFORMAT: .malformedURL
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotResolved
    case CURLE_COULDNT_CONNECT: connectFailure ?? .other
    case CURLE_OPERATION_TIMEDOUT: .timedOut(connected: isConnected)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: breakage
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .closedEarly
    case CURLE_INTERFACE_FAILED: .interfaceUnavailable
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformedResponse
    // The scheme was looked at before: here it is an answer in HTTP/0.9, that is, without a header.
    case CURLE_UNSUPPORTED_PROTOCOL: .malformedResponse
    // A stream that the server ended, or a connection that broke under its streams.
    case CURLE_HTTP2, CURLE_HTTP2_STREAM: .reset
    case CURLE_PROXY: .proxyFailed
    // libcurl's only word for a header line that outgrows its buffer.
    case CURLE_OUT_OF_MEMORY: .headerTooLarge(limit: Int(CURL_MAX_HTTP_HEADER))
    default: tlsFailure.map(CurlError.Kind.tls) ?? .other
    }
  }

  private var lacksResources: Bool {
    switch code {
    case CURLE_COULDNT_CONNECT:
      Starvation.isCause(of: socketError) || Starvation.isCause(of: osError)
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR: Starvation.isCause(of: osError)
    // The resolver, and OpenSSL for the authorities, keep their errno to themselves.
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_SSL_CACERT_BADFILE: isStarved
    case CURLE_OUT_OF_MEMORY: !isConnected
    default: false
    }
  }

  private var connectFailure: CurlError.Kind? {
    switch osError {
    // ENOENT comes from a Unix socket that is not there.
    case ECONNREFUSED, ENOENT: .refused
    case ETIMEDOUT: .timedOut(connected: false)
    // EINVAL comes from a blackhole route, EADDRNOTAVAIL from a route without a source address.
    case EHOSTUNREACH, ENETUNREACH, EACCES, EPERM, ENETDOWN, EHOSTDOWN, EINVAL, EADDRNOTAVAIL:
      .unreachable
    case ECONNRESET: .reset
    default: nil
    }
  }

  /// OpenSSL keeps the errno of a broken connection to itself; without TLS and without an errno of
  /// the kind it was the syntax that libcurl could not go on with.
  private var breakage: CurlError.Kind {
    switch osError {
    // ENOTCONN comes from a Unix socket whose queue was full: libcurl takes it for connected.
    case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN: .reset
    case ETIMEDOUT: .timedOut(connected: true)
    case EHOSTUNREACH, ENETUNREACH, ENETDOWN: .unreachable
    default: usesTLS ? .reset : .malformedResponse
    }
  }

  private var tlsFailure: CurlError.TLSFailure? {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH:
      .certificate
    case CURLE_SSL_CONNECT_ERROR, CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED,
      CURLE_SSL_CLIENTCERT:
      .handshake
    case CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE:
      .configuration
    default: nil
    }
  }
}
