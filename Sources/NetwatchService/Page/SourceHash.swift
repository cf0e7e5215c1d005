internal import CCrypto

/// The hash by which a content security policy names a script or a style (CSP Level 3, section 2.3.1).
struct SourceHash: CustomStringConvertible {
  private let digest: [UInt8]

  /// The hash of the text of an element.
  init(of text: String) {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let hashed = unsafe EVP_Digest(bytes, bytes.count, &digest, &count, EVP_sha256(), nil)
    precondition(hashed == 1, "libcrypto has SHA-256.")
    self.digest = Array(digest.prefix(Int(count)))
  }

  /// `sha256-` and the hash in base 64.
  var description: String {
    var text = [UInt8](repeating: 0, count: (digest.count + 2) / 3 * 4 + 1)
    let length = unsafe EVP_EncodeBlock(&text, digest, CInt(digest.count))
    return "sha256-" + String(decoding: text.prefix(Int(length)), as: UTF8.self)
  }
}
