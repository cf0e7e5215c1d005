import CCrypto

/// A way to sum up a chunk, by the name that tus gives it.
enum ChecksumAlgorithm: String, CaseIterable {
  // In the order in which they are preferred.
  case sha256, sha512, sha1, md5

  /// The best of those that a server names, with commas between; nil where none is known here.
  static func best(of list: String) -> ChecksumAlgorithm? {
    let names = Set(list.commaSeparated.map { $0.lowercased() })
    return allCases.first { names.contains($0.rawValue) }
  }

  /// The value of Upload-Checksum for bytes that a closure hands out in pieces; nil where libcrypto
  /// refuses the algorithm, as it may in a mode of its own.
  func fieldValue(_ handOut: (_ take: ([UInt8]) -> Void) -> Void) -> String? {
    guard let context = unsafe EVP_MD_CTX_new() else { return nil }
    defer { unsafe EVP_MD_CTX_free(context) }
    guard unsafe EVP_DigestInit_ex(context, EVP_get_digestbyname(rawValue), nil) == 1 else {
      return nil
    }
    handOut { piece in
      unsafe piece.withUnsafeBytes { bytes in
        unsafe _ = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
      }
    }
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard unsafe EVP_DigestFinal_ex(context, &digest, &count) == 1 else { return nil }
    return "\(rawValue) \(Array(digest.prefix(Int(count))).base64)"
  }
}

extension [UInt8] {
  /// The bytes as text (RFC 4648, section 4).
  var base64: String {
    var text = [UInt8](repeating: 0, count: (count + 2) / 3 * 4 + 1)
    let length = unsafe EVP_EncodeBlock(&text, self, CInt(count))
    return String(decoding: text.prefix(Int(length)), as: UTF8.self)
  }
}

extension String {
  /// The elements of a list of HTTP's, without blanks around them.
  var commaSeparated: [String] {
    utf8.split(separator: UInt8(ascii: ",")).map {
      String(decoding: $0.trimmingBlanks, as: UTF8.self)
    }
  }
}
