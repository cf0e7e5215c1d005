/// The target of a request, decoded (RFC 9112, section 3.2).
struct RequestTarget: Equatable {
  /// The path: absolute, decoded, without empty and dot segments.
  let path: String

  /// The query's parts.
  let query: [ServerQueryItem]

  /// Decodes a target; nil where it is none, or names something that no path has: a segment that
  /// climbs, a separator in disguise, a control character, what is not UTF-8.
  init?(_ text: String) {
    if text == "*" {
      (path, query) = (text, [])
      return
    }
    guard let text = Self.withoutAuthority(text) else { return nil }
    let parts = Self.split(text.utf8, at: "?")
    guard let path = Self.path(parts.first), let query = Self.query(parts.rest) else { return nil }
    (self.path, self.query) = (path, query)
  }

  /// A server has to take the absolute form too; whose it is, is not judged here.
  private static func withoutAuthority(_ text: String) -> Substring? {
    if text.hasPrefix("/") { return text[...] }
    guard text.lowercased().hasPrefix("http://") else { return nil }
    let rest = text.dropFirst("http://".count)
    let start = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let path = rest[start...]
    return path.hasPrefix("/") ? path : "/" + path
  }

  /// What stands before the first one of a character, and what behind it.
  private static func split(
    _ text: Substring.UTF8View,
    at character: Unicode.Scalar
  ) -> (first: Substring.UTF8View, rest: Substring.UTF8View) {
    guard let index = text.firstIndex(of: UInt8(ascii: character)) else {
      return (text, text[text.endIndex...])
    }
    return (text[..<index], text[text.index(after: index)...])
  }

  private static func path(_ text: Substring.UTF8View) -> String? {
    var result = ""
    for raw in text.split(separator: UInt8(ascii: "/")) {
      guard let segment = decoded(raw, isForm: false), segment != "..",
        !segment.utf8.contains(where: isForbidden)
      else { return nil }
      if segment != "." { result += "/" + segment }
    }
    return result.isEmpty || text.last == UInt8(ascii: "/") ? result + "/" : result
  }

  /// Whether a byte would end a segment here or elsewhere, or do something to a terminal.
  private static func isForbidden(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte == 0x7F
  }

  private static func query(_ text: Substring.UTF8View) -> [ServerQueryItem]? {
    var items: [ServerQueryItem] = []
    for part in text.split(separator: UInt8(ascii: "&")) {
      let pair = split(part, at: "=")
      guard let name = decoded(pair.first, isForm: true),
        let value = decoded(pair.rest, isForm: true)
      else { return nil }
      items.append(ServerQueryItem(name: name, value: value))
    }
    return items
  }

  private static func decoded(_ text: Substring.UTF8View, isForm: Bool) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
        else { return nil }
        bytes.append(high << 4 | low)
      case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
  }
}
