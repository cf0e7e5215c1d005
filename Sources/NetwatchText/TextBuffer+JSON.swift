package import NetwatchCore

extension TextBuffer {
  /// Opens an object, as an element of an array where one is open.
  package mutating func beginObject() {
    separate()
    append(byte: UInt8(ascii: "{"))
  }

  /// Closes an object.
  package mutating func endObject() {
    append(byte: UInt8(ascii: "}"))
  }

  /// Appends a key, which is ASCII and needs no escaping, for a value to follow.
  package mutating func key(_ name: String) {
    separate()
    append(byte: UInt8(ascii: "\""))
    append(name)
    append("\":")
  }

  /// Appends a key and a string.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// Appends a key and a string that a closure appends.
  package mutating func member(_ name: String, _ fill: (inout TextBuffer) -> Void) {
    key(name)
    string(fill)
  }

  /// Appends a key and a whole number.
  package mutating func member(_ name: String, _ value: some FixedWidthInteger) {
    key(name)
    append(value)
  }

  /// Appends a key and a truth value.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    append(value ? "true" : "false")
  }

  /// Appends a key and a duration in milliseconds.
  package mutating func member(_ name: String, milliseconds: Duration, decimals: Int = 1) {
    key(name)
    append(milliseconds: milliseconds, decimals: decimals)
  }

  /// Appends a key and an array, whose elements `fill` appends.
  package mutating func array(_ name: String, _ fill: (inout TextBuffer) -> Void) {
    key(name)
    append(byte: UInt8(ascii: "["))
    fill(&self)
    append(byte: UInt8(ascii: "]"))
  }

  /// Appends a key and an object, whose members `fill` appends.
  package mutating func object(_ name: String, _ fill: (inout TextBuffer) -> Void) {
    key(name)
    append(byte: UInt8(ascii: "{"))
    fill(&self)
    endObject()
  }

  /// Appends a string as an element of an array.
  package mutating func element(_ value: String) {
    separate()
    string(value)
  }

  private mutating func string(_ value: String) {
    string { $0.append(value) }
  }

  /// Appends a string that a closure appends, escaped: what JSON asks for (RFC 8259, section 7), and
  /// whatever a terminal might obey, so that a line can be looked at.
  private mutating func string(_ fill: (inout TextBuffer) -> Void) {
    append(byte: UInt8(ascii: "\""))
    let start = bytes.count
    fill(&self)
    if !isPlain(from: start) {
      // Seldom: what is appended is mostly of this program's own making.
      for scalar in takeText(from: start).unicodeScalars { append(escaping: scalar) }
    }
    append(byte: UInt8(ascii: "\""))
  }

  /// Whether the text behind a place needs no escaping.
  private func isPlain(from start: Int) -> Bool {
    bytes[start...].allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
  }

  private mutating func append(escaping scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case _ where scalar.isUnsafeOnTerminal:
      for unit in Character(scalar).utf16 { append(escape: unit) }
    default: append(String(Character(scalar)))
    }
  }

  private mutating func append(escape unit: UInt16) {
    append("\\u")
    for shift in stride(from: 12, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: unit >> UInt16(shift) & 15)
      append(byte: digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
  }

  /// A comma, where something stands before.
  private mutating func separate() {
    guard let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") else {
      return
    }
    append(byte: UInt8(ascii: ","))
  }
}
