/// Numbers as JSON5 writes them.
enum JSON5Number {
  /// Reads a number; one that is too large for its type is infinite.
  ///
  /// - Returns: The number, or `nil` where the word is none.
  static func parse(_ word: String) -> Double? {
    let isNegative = word.hasPrefix("-")
    let unsigned = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
    return magnitude(unsigned).map { isNegative ? -$0 : $0 }
  }

  private static func magnitude(_ text: Substring) -> Double? {
    switch text {
    case "Infinity": return .infinity
    case "NaN": return .nan
    case _ where text.hasPrefix("0x") || text.hasPrefix("0X"): return hexadecimal(text.dropFirst(2))
    default: return isDecimal(text) ? Double(text) : nil
    }
  }

  private static func hexadecimal(_ digits: Substring) -> Double? {
    guard !digits.isEmpty, digits.utf8.allSatisfy(isHexadecimal) else { return nil }
    return digits.reduce(0) { $0 * 16 + Double($1.hexDigitValue ?? 0) }
  }

  /// Whether a byte is a hexadecimal digit.
  static func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x46).contains(byte & 0xDF)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Digits, a fraction and an exponent; without a zero in front, which is octal elsewhere.
  private static func isDecimal(_ text: Substring) -> Bool {
    var rest = text.utf8
    let whole = take(&rest)
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = take(&rest)
    }
    guard whole + fraction > 0, whole < 2 || text.utf8.first != UInt8(ascii: "0") else {
      return false
    }
    guard let mark = rest.first else { return true }
    guard mark & 0xDF == UInt8(ascii: "E") else { return false }
    rest.removeFirst()
    if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
    return take(&rest) > 0 && rest.isEmpty
  }

  private static func take(_ rest: inout Substring.UTF8View) -> Int {
    let digits = rest.prefix(while: isDigit)
    rest = rest[digits.endIndex...]
    return digits.count
  }
}
