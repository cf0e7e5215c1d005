internal import NetwatchCore
internal import NetwatchSystem

/// Origins as RFC 6454 writes them: a scheme, a host, and a port where it is not the scheme's own.
enum OriginText {
  /// Whether a text is an origin of HTTP in the only way to write it.
  static func isNormal(_ text: String) -> Bool {
    for (scheme, port) in [("https://", 443), ("http://", 80)] where text.hasPrefix(scheme) {
      return isAuthority(text.dropFirst(scheme.count), withoutPort: port)
    }
    return false
  }

  private static func isAuthority(_ text: Substring, withoutPort standard: Int) -> Bool {
    let end = text.first == "[" ? text.firstIndex(of: "]").map(text.index(after:)) : nil
    let host = end.map { text[..<$0] } ?? text.prefix { $0 != ":" }
    let rest = text[host.endIndex...]
    return isHost(host) && (rest.isEmpty || isPort(rest, otherThan: standard))
  }

  private static func isHost(_ host: Substring) -> Bool {
    if host.first == "[" {
      let inside = String(host.dropFirst().dropLast())
      return IPAddress(numeric: inside).map { $0.family == .ipv6 && "\($0)" == inside } ?? false
    }
    return !host.isEmpty && host.utf8.count <= 253
      && host.utf8.allSatisfy {
        $0.isAlphanumeric && !(0x41...0x5A).contains($0) || "-._".utf8.contains($0)
      }
  }

  private static func isPort(_ text: Substring, otherThan standard: Int) -> Bool {
    let digits = text.dropFirst()
    guard text.first == ":", digits.first != "0", let port = WholeNumber.parse(digits) else {
      return false
    }
    return port <= 65_535 && port != standard
  }
}
