package import NetwatchCore

extension TextBuffer {
  /// Appends a number, with zeros in front up to a width.
  package mutating func append(_ number: some FixedWidthInteger, width: Int = 1) {
    if number < 0 { append(byte: UInt8(ascii: "-")) }
    append(digitsOf: UInt64(clamping: number.magnitude), width: width)
  }

  /// Appends a duration in milliseconds, rounded to so many decimals, from 1 to 3.
  package mutating func append(milliseconds duration: Duration, decimals: Int = 1) {
    let scale: Int64 = decimals == 1 ? 10 : decimals == 2 ? 100 : 1000
    let unit = 1_000_000 / scale
    let nanoseconds = duration.clampedNanoseconds
    let count = nanoseconds / unit + (nanoseconds % unit >= unit / 2 ? 1 : 0)
    append(count / scale)
    append(byte: UInt8(ascii: "."))
    append((count % scale).magnitude, width: decimals)
  }

  /// Appends text and then blanks up to a width.
  package mutating func append(_ text: String, padded width: Int) {
    append(text)
    for _ in 0..<max(width - text.unicodeScalars.count, 0) { append(byte: UInt8(ascii: " ")) }
  }
}
