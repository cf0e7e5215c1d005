/// What tells a server that several attempts are one request
/// (draft-ietf-httpapi-idempotency-key-header).
package enum IdempotencyKey {
  /// The name of the field.
  package static let fieldName = "Idempotency-Key"

  /// Makes a key: 128 random bits, written as UUIDs are.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  /// Makes a key of a generator's bits.
  package static func random(using generator: inout some RandomNumberGenerator) -> String {
    let digits = hexadecimal(generator.next()) + hexadecimal(generator.next())
    var rest = digits[...]
    let groups = [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return rest.prefix(length)
    }
    return groups.joined(separator: "-")
  }

  /// The field's value: the key as a string of a structured field (RFC 8941, section 3.3.3).
  ///
  /// - Returns: nil where the key is empty, or has a character that is not printable ASCII.
  package static func fieldValue(of key: String) -> String? {
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
    let escaped = key.reduce(into: "") { result, character in
      if character == "\"" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return "\"\(escaped)\""
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
