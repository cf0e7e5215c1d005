package import NetwatchCore
import NetwatchSystem

/// One end of a TCP connection.
package struct CurlEndpoint: Hashable, Sendable {
  /// The end's address.
  package let address: IPAddress

  /// The end's port.
  package let port: UInt16

  /// Reads an end as libcurl reports it; nil where it reports none.
  init?(address text: String?, port: Int) {
    guard let text, let address = IPAddress(numeric: text), let port = UInt16(exactly: port) else {
      return nil
    }
    self.address = address
    self.port = port
  }
}
