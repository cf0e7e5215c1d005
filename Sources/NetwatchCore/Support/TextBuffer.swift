/// Bytes of text that are kept and filled again, so that a line costs no allocation.
package struct TextBuffer: Sendable {
  /// The text, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Makes the buffer empty and keeps its memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Takes off the text behind a place, and returns it.
  package mutating func takeText(from start: Int) -> String {
    defer { bytes.removeSubrange(start...) }
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// Appends text as it is.
  package mutating func append(_ text: String) {
    // In one piece, where the string's own view would be copied byte by byte.
    let isCopied: Void? = text.utf8.withContiguousStorageIfAvailable {
      bytes.append(contentsOf: $0)
    }
    if isCopied == nil { bytes.append(contentsOf: text.utf8) }
  }

  /// Appends one byte of ASCII.
  package mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends a number in decimal, with zeros in front up to a width.
  package mutating func append(digitsOf number: UInt64, width: Int = 1) {
    var (rest, count) = (number, 1)
    while rest >= 10 { (rest, count) = (rest / 10, count + 1) }
    for _ in 0..<max(count, width) { bytes.append(UInt8(ascii: "0")) }
    (rest, count) = (number, bytes.count)
    while rest > 0 {
      count -= 1
      bytes[count] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}

extension String {
  /// Text that a closure appends to an empty buffer.
  package init(_ fill: (inout TextBuffer) -> Void) {
    var buffer = TextBuffer()
    fill(&buffer)
    self.init(decoding: buffer.bytes, as: UTF8.self)
  }
}
