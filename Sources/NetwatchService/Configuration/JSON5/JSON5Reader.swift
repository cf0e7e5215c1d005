internal import NetwatchCore

/// Reads JSON5 (https://spec.json5.org) within bounds, and says where a text goes wrong.
///
/// Foundation's decoder reads it too, but tells no line, and of names that stand twice it drops one
/// without a word: for a file that people write, both matter more than anything else.
package struct JSON5Reader {
  /// The longest text, in bytes.
  package static let maximumLength = 1 << 20

  /// How deep values can be nested; the outermost one counts.
  package static let maximumDepth = 16

  let bytes: [UInt8]
  var index = 0
  var line = 1
  private var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a text.
  ///
  /// - Parameter bytes: The text, in UTF-8.
  /// - Returns: Its only value.
  /// - Throws: ``JSON5Error`` for the first thing that is wrong.
  package static func read(_ bytes: [UInt8]) throws(JSON5Error) -> JSON5Node {
    guard bytes.count <= maximumLength else {
      throw JSON5Error(line: nil, "the text has more than \(maximumLength >> 20) MiB")
    }
    var reader = JSON5Reader(bytes)
    try reader.checkEncoding()
    try reader.skipBlanks()
    let node = try reader.value()
    try reader.skipBlanks()
    guard reader.index == bytes.count else { throw reader.unexpected("the end of the text") }
    return node
  }

  /// The byte that comes next.
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Takes a byte if it comes next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Whether some text comes next.
  func isNext(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  /// A complaint of what comes next.
  func unexpected(_ expected: String) -> JSON5Error {
    guard index < bytes.count else {
      return JSON5Error(line: line, "the text ends where \(expected) was expected")
    }
    let scalar = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.prefix(1)
    let shown = terminalSafe(String(scalar))
    return JSON5Error(line: line, "'\(shown)' stands where \(expected) was expected")
  }

  private func checkEncoding() throws(JSON5Error) {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw JSON5Error(line: nil, "the text is not UTF-8")
    }
  }
}

extension JSON5Reader {
  private mutating func value() throws(JSON5Error) -> JSON5Node {
    let start = line
    switch next {
    case UInt8(ascii: "{"):
      return JSON5Node(try nested { reader throws(JSON5Error) in try reader.object() }, line: start)
    case UInt8(ascii: "["):
      return JSON5Node(try nested { reader throws(JSON5Error) in try reader.list() }, line: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return JSON5Node(.text(try string()), line: start)
    default: return JSON5Node(try word(), line: start)
    }
  }

  private mutating func nested(
    _ read: (inout JSON5Reader) throws(JSON5Error) -> JSON5Node.Value
  ) throws(JSON5Error) -> JSON5Node.Value {
    guard depth < Self.maximumDepth else {
      throw JSON5Error(line: line, "values are nested more than \(Self.maximumDepth) deep")
    }
    depth += 1
    defer { depth -= 1 }
    index += 1
    try skipBlanks()
    return try read(&self)
  }

  private mutating func list() throws(JSON5Error) -> JSON5Node.Value {
    var nodes: [JSON5Node] = []
    while !take("]") {
      nodes.append(try value())
      try separator(before: "]")
    }
    return .list(nodes)
  }

  private mutating func object() throws(JSON5Error) -> JSON5Node.Value {
    var members: [JSON5Member] = []
    var lines: [String: Int] = [:]
    while !take("}") {
      let start = line
      let name = try name()
      if let first = lines.updateValue(start, forKey: name) {
        throw JSON5Error(
          line: start,
          "the name '\(shown(name))' stands twice, first on line \(first)"
        )
      }
      try skipBlanks()
      guard take(":") else { throw unexpected("':' behind the name '\(shown(name))'") }
      try skipBlanks()
      members.append(JSON5Member(name, line: start, try value()))
      try separator(before: "}")
    }
    return .object(members)
  }

  /// Takes the comma behind a value, which the last one may have or not.
  private mutating func separator(before end: Unicode.Scalar) throws(JSON5Error) {
    try skipBlanks()
    if take(",") { return try skipBlanks() }
    guard next == UInt8(ascii: end) else { throw unexpected("',' or '\(end)'") }
  }

  private mutating func name() throws(JSON5Error) -> String {
    if let next, next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") { return try string() }
    let name = takeWord()
    guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else {
      throw unexpected("a name")
    }
    return name
  }

  /// Letters, digits, `$` and `_`; what else a name can hold has to stand in quotes.
  private mutating func takeWord() -> String {
    let start = index
    while let next, next.isWordCharacter { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func word() throws(JSON5Error) -> JSON5Node.Value {
    let start = index
    while let next, next.isWordCharacter || next == 0x2B || next == 0x2D || next == 0x2E {
      index += 1
    }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    guard !word.isEmpty else { throw unexpected("a value") }
    switch word {
    case "null": return .null
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default:
      guard let number = JSON5Number.parse(word) else {
        throw JSON5Error(line: line, "'\(shown(word))' is no value; text has to stand in quotes")
      }
      return .number(number)
    }
  }

  private func shown(_ text: String) -> String { ConfigurationText.shown(text) }
}

extension UInt8 {
  /// Whether the character can stand in a name without quotes.
  fileprivate var isWordCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x24, 0x5F: true
    default: false
    }
  }
}
