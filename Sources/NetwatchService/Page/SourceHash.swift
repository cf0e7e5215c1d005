internal import CCrypto

/// The hash by which a content security policy names a script or a style (CSP Level 3, section 2.3.1).
struct SourceHash: CustomStringConvertible {
  private let digest: [UInt8]

  /// The hash of the text of an element.
  init(of text: String) {
    digest = SHA256.digest(of: Array(text.utf8))
  }

  /// `sha256-` and the hash in base 64.
  var description: String {
    var text = [UInt8](repeating: 0, count: (digest.count + 2) / 3 * 4 + 1)
    let length = unsafe EVP_EncodeBlock(&text, digest, CInt(digest.count))
    return "sha256-" + String(decoding: text.prefix(Int(length)), as: UTF8.self)
  }
}
