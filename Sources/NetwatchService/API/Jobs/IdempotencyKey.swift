internal import NetwatchHTTPServer

/// What a client names a request by, so that repeating it does nothing twice
/// (draft-ietf-httpapi-idempotency-key-header).
struct IdempotencyKey: Hashable, Sendable {
  /// The key.
  let text: String

  /// Reads the field Idempotency-Key: a string as RFC 8941 writes it (section 3.3.3), or the bare key;
  /// nil where there is none.
  init?(_ headers: [ServerHeader]) throws(Problem) {
    guard let value = headers["Idempotency-Key"] else { return nil }
    guard headers.values(of: "Idempotency-Key").count == 1, let key = Self.parse(value) else {
      throw Problem(
        400,
        "The key has to be a string of 1 to \(Self.longest) characters of printable ASCII, once.",
        field: "Idempotency-Key"
      )
    }
    text = key
  }

  static let longest = 128

  private static func parse(_ value: String) -> String? {
    let key = value.utf8.first == UInt8(ascii: "\"") ? quoted(value) : bare(value)
    guard let key, (1...longest).contains(key.utf8.count) else { return nil }
    return key
  }

  private static func bare(_ value: String) -> String? {
    let isPlain = value.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && !#"",;\"#.utf8.contains($0)
    }
    return isPlain ? value : nil
  }

  private static func quoted(_ value: String) -> String? {
    var rest = value.utf8.dropFirst()
    guard rest.popLast() == UInt8(ascii: "\"") else { return nil }
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst(), #""\"#.utf8.contains(escaped) else { return nil }
        bytes.append(escaped)
      case UInt8(ascii: "\""): return nil
      case 0x20...0x7E: bytes.append(byte)
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
