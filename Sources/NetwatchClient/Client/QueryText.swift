/// Writes the query of a URL.
enum QueryText {
  /// The items, encoded, behind a question mark; nothing where there are none.
  static func text(of items: [(String, String)]) -> String {
    let parts = items.map { "\(encoded($0))=\(encoded($1))" }
    return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
  }

  /// A text with everything encoded that is not unreserved (RFC 3986, section 2.3).
  static func encoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      if isUnreserved(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }
}
