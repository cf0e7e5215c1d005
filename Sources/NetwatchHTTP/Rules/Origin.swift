package import NetwatchCore
package import NetwatchCurl
import NetwatchSystem

/// Whom a URL asks: scheme, host and port (RFC 9110, section 4.3.1), the unit of pacing and of trust.
package struct Origin: Hashable, Sendable {
  /// The scheme: `http` or `https`.
  package let scheme: String

  /// The host in lower case; an IPv6 address in brackets.
  package let host: String

  /// The port, the scheme's own where the URL names none.
  package let port: UInt16

  /// The address that the host is, without its zone; nil where the host is a name.
  package let address: IPAddress?

  /// The origin as the name of a destination, the port always included: `https://api.example:443`.
  package let description: String

  /// The origin of a URL that was taken apart.
  package init(_ url: CurlReference) {
    scheme = url.scheme
    host = url.host
    port = url.port
    let isBracketed = host.utf8.first == UInt8(ascii: "[")
    let bare = isBracketed ? host.dropFirst().dropLast().prefix { $0 != "%" } : host[...]
    address = IPAddress(numeric: String(bare))
    description = "\(scheme)://\(host):\(port)"
  }

  /// The origin of a URL; nil where it is none that can be asked for.
  package init?(url: String) {
    guard let url = try? CurlReference(url) else { return nil }
    self.init(url)
  }

  /// Whether the host is this one by its address or name: 127.0.0.0/8, `::1`, `localhost`, and the
  /// names under it (RFC 6761, section 6.3).
  package var isLoopback: Bool {
    if let address { return address.isLoopback }
    let name = host.hasSuffix(".") ? host.dropLast() : host[...]
    return name == "localhost" || name.hasSuffix(".localhost")
  }
}

extension Origin: CustomStringConvertible {}
