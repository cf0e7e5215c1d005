/// Why a transfer brought no answer.
package struct CurlError: Error, Hashable, Sendable {
  /// What went wrong, in terms that need no knowledge of curl.
  package let kind: Kind

  /// libcurl's code (libcurl-errors(3)); 0 where it was not libcurl that failed.
  package private(set) var code: UInt32 = 0

  /// The last errno that libcurl met, or 0.
  ///
  /// Where a name had several addresses it is that of the last one tried.
  package private(set) var osError: Int32 = 0

  /// A sentence for people, with libcurl's own text where there is one.
  package let message: String

  /// The status code, where a status line had arrived before the failure.
  package private(set) var status: Int?

  /// How far the transfer came.
  package private(set) var timings = CurlTimings()

  /// Whether a status line had arrived over TLS with a verified certificate; there is no other TLS
  /// here.
  package private(set) var isVerifiedTLS = false

  /// How often the request was sent, or begun to be; 0 proves that no connection was ready for it.
  package private(set) var sendCount = 0

  /// Whether any byte of the request may have been handed to the network.
  package private(set) var isRequestSent = false

  /// How many bytes of the request's body were handed to the network, in the last send.
  package private(set) var bytesSent: Int64 = 0

  /// The far end of the connection; nil where no TCP connection stood.
  package private(set) var remote: CurlEndpoint?
}

extension CurlError {
  /// A failure before any transfer began, or for a reason outside it.
  init(_ kind: Kind, code: UInt32 = 0, osError: Int32 = 0, _ message: String) {
    self.kind = kind
    self.code = code
    self.osError = osError
    self.message = message
  }

  /// The same failure, of a transfer that had begun.
  func of(_ transfer: CurlTransfer) -> CurlError {
    var error = self
    let status = transfer.easy.status
    error.status = status == 0 ? nil : status
    error.isVerifiedTLS = status != 0 && transfer.usesTLS
    error.timings = CurlTimings(of: transfer.easy)
    error.remote = transfer.easy.remote
    error.sendCount = transfer.sends.count
    error.isRequestSent = transfer.sends.areAnyBytesOut(requestSize: transfer.easy.requestSize)
    error.bytesSent = transfer.easy.bytesSent
    return error
  }

  static let cancelled = CurlError(.cancelled, "The transfer was cancelled before it began.")

  static let engineRetired = CurlError(
    .engineRetired,
    "The engine for transfers has been retired."
  )

  static let engineStopped = CurlError(.engineStopped, "The engine for transfers has stopped.")
}

extension CurlError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String { message }
}
