/// Reads a moment of RFC 3339, section 5.6.
package struct InternetTimeReader {
  private var rest: Substring.UTF8View

  package init(_ text: String) {
    rest = text[...].utf8
  }

  /// The moment; nil where the text is none, or has something behind it.
  package mutating func read() -> WallTime? {
    guard let day = readDay(), take("T") || take("t") || take(" "), let clock = readClock(),
      let nanoseconds = readFraction(), let offset = readOffset(), rest.isEmpty
    else { return nil }
    return WallTime(seconds: day * 86_400 + clock - offset, nanoseconds: nanoseconds)
  }

  /// The days since 1970.
  private mutating func readDay() -> Int64? {
    guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2),
      (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(day)
    else { return nil }
    return Self.days(year, month, day)
  }

  /// The seconds since midnight; a leap second is the first of the next minute.
  private mutating func readClock() -> Int64? {
    guard let hour = number(2), take(":"), let minute = number(2), take(":"),
      let second = number(2),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private mutating func readFraction() -> Int32? {
    guard take(".") else { return 0 }
    let digits = rest.prefix { Self.isDigit($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let significant = digits.prefix(9)
    let value = significant.reduce(Int32(0)) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
    return (significant.count..<9).reduce(value) { value, _ in value * 10 }
  }

  /// The seconds that the text's clock is ahead.
  private mutating func readOffset() -> Int64? {
    if take("Z") || take("z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let hours = number(2), take(":"), let minutes = number(2),
      hours < 24, minutes < 60
    else { return nil }
    return (hours * 3600 + minutes * 60) * (isAhead ? 1 : -1)
  }

  private mutating func number(_ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

// MARK: - The Gregorian calendar

extension InternetTimeReader {
  private static func length(of month: Int64, in year: Int64) -> Int64 {
    let start = days(year, month, 1)
    return (month == 12 ? days(year + 1, 1, 1) : days(year, month + 1, 1)) - start
  }

  /// Howard Hinnant's `days_from_civil`, for years from 0 on: a year begins in March, so that the leap
  /// day comes last.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Shifted by an era of 400 years, so that nothing is negative.
    let year = (month <= 2 ? year - 1 : year) + 400
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468 - 146_097
  }
}
