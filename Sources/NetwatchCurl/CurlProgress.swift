/// How far a transfer has come.
package struct CurlProgress: Hashable, Sendable {
  /// How many bytes of the request's body were handed to the network.
  package let bytesSent: Int64

  /// How many bytes the request's body has; nil where that is not known.
  package let bytesToSend: Int64?

  /// How many bytes of the answer's body have come.
  package let bytesReceived: Int64

  /// How many bytes the answer's body has; nil where the server has not said so.
  package let bytesExpected: Int64?
}
