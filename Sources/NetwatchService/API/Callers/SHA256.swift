internal import CCrypto

/// Hashes with SHA-256 (FIPS 180-4).
enum SHA256 {
  private static let length = 32

  /// The 32 bytes of a hash.
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: length)
    let hashed = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
    precondition(hashed == 1, "libcrypto has SHA-256.")
    return digest
  }
}
