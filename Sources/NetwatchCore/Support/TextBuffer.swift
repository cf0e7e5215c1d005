internal import NetwatchCore

/// Bytes of text that are kept and filled again, so that a line costs no allocation.
struct TextBuffer {
  /// The text, in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Makes the buffer empty and keeps its memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends text as it is.
  mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends one byte of ASCII.
  mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  /// Appends a number, with zeros in front up to a width.
  mutating func append<Number: FixedWidthInteger>(_ number: Number, width: Int = 1) {
    if number < 0 { append(byte: UInt8(ascii: "-")) }
    appendDigits(of: UInt64(clamping: number.magnitude), width)
  }

  // As deep as the number is long, at most 20.
  private mutating func appendDigits(of number: UInt64, _ width: Int) {
    if number >= 10 || width > 1 { appendDigits(of: number / 10, width - 1) }
    append(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  /// Appends a duration in milliseconds, rounded to so many decimals, from 1 to 3.
  mutating func append(milliseconds duration: Duration, decimals: Int = 1) {
    let scale: Int64 = decimals == 1 ? 10 : decimals == 2 ? 100 : 1000
    let unit = 1_000_000 / scale
    let nanoseconds = duration.clampedNanoseconds
    let count = nanoseconds / unit + (nanoseconds % unit >= unit / 2 ? 1 : 0)
    append(count / scale)
    append(byte: UInt8(ascii: "."))
    append((count % scale).magnitude, width: decimals)
  }

  /// Appends text and then blanks up to a width.
  mutating func append(_ text: String, padded width: Int) {
    append(text)
    for _ in 0..<max(width - text.unicodeScalars.count, 0) { append(byte: UInt8(ascii: " ")) }
  }
}
