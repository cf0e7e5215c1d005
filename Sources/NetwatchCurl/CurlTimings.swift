import CCurl

/// When the steps of a transfer were reached, measured from its start; nil for those that were not.
package struct CurlTimings: Hashable, Sendable {
  /// The name was resolved; at once where it was an address.
  package private(set) var nameLookup: Duration?

  /// The TCP connection stood; with TLS libcurl tells it only once the handshake succeeded.
  package private(set) var connect: Duration?

  /// The TLS handshake was complete.
  package private(set) var tls: Duration?

  /// The first byte of the answer arrived.
  package private(set) var firstByte: Duration?

  /// The transfer ended.
  package private(set) var total: Duration?

  /// The timings of something that never began.
  init() {}

  /// Reads the timings of a transfer that has ended, or is about to be ended.
  init(of easy: borrowing CurlEasy) {
    nameLookup = easy.time(CURLINFO_NAMELOOKUP_TIME_T)
    connect = easy.time(CURLINFO_CONNECT_TIME_T)
    tls = easy.time(CURLINFO_APPCONNECT_TIME_T)
    firstByte = easy.time(CURLINFO_STARTTRANSFER_TIME_T)
    total = easy.time(CURLINFO_TOTAL_TIME_T)
  }
}
