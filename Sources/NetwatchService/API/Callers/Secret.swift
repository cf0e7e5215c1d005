internal import CCrypto
internal import Glibc
internal import NetwatchCore

/// What somebody has to show: random, in hexadecimal digits, or a token from a file.
package struct Secret: Sendable {
  private let bytes: [UInt8]

  /// A token that somebody else has made.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A new secret of 256 random bits; nil where the system has no random numbers.
  static func random() -> Secret? {
    var bytes = [UInt8](repeating: 0, count: 32)
    // getrandom(2), by the function of it that glibc declares for Swift too.
    guard unsafe getentropy(&bytes, bytes.count) == 0 else { return nil }
    return Secret(Hex.encode(bytes))
  }

  /// The text to be shown.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// What has to be shown at a certain host, by that host's name behind it.
  func bound(to host: String) -> Secret { Secret(bytes + Self.suffix(host).utf8) }

  /// What somebody shows at a host.
  static func shown(_ text: some StringProtocol, at host: String) -> String {
    text + suffix(host)
  }

  private static func suffix(_ host: String) -> String { "@" + host }

  /// Whether a text is the secret; how long that takes tells nothing but the secret's length.
  func isShown(by text: some StringProtocol) -> Bool {
    let other = Array(text.utf8)
    guard other.count == bytes.count, !bytes.isEmpty else { return false }
    return unsafe CRYPTO_memcmp(other, bytes, bytes.count) == 0
  }
}
