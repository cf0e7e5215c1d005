package import NetwatchCore

/// The one form of dates that is legal in new HTTP messages: `Sun, 06 Nov 1994 08:49:37 GMT`
/// (IMF-fixdate; RFC 9110, section 5.6.7).
package enum FixedDate {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Where the letters and digits stand; the other bytes are as here.
  private static let pattern = Array("www, dd mmm yyyy hh:nn:ss GMT".utf8)

  /// Reads a date; nil for everything that is not exactly one, in upper and lower case as above, with
  /// the right day of the week, on a day that the month has.
  ///
  /// The second 60 is allowed, for leap seconds, and is the first of the next minute. Neither the
  /// locale nor the time zone of the process counts.
  package static func parse(_ text: some Collection<UInt8>) -> WallTime? {
    let bytes = Array(text)
    guard hasForm(bytes), let weekday = index(of: bytes[0..<3], in: weekdays),
      let month = index(of: bytes[8..<11], in: months)
    else { return nil }
    let (year, day) = (number(bytes[12..<16]), number(bytes[5..<7]))
    let (hour, minute, second) = (
      number(bytes[17..<19]), number(bytes[20..<22]), number(bytes[23..<25])
    )
    guard hour < 24, minute < 60, second <= 60, day >= 1, day <= length(ofMonth: month, in: year)
    else { return nil }
    let days = daysSince1970(year: year, month: month, day: day)
    // 1 January 1970 was a Thursday; 719,530 is a multiple of 7 that keeps the year 0 positive.
    guard (days + 4 + 719_530) % 7 == weekday else { return nil }
    let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return WallTime(seconds: seconds, nanoseconds: 0)
  }

  /// Whether digits are where digits belong, and the rest is as in the pattern; letters that vary are
  /// left to whoever looks up the names.
  private static func hasForm(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == pattern.count else { return false }
    return zip(bytes, pattern).allSatisfy { byte, expected in
      switch expected {
      case UInt8(ascii: "w"), UInt8(ascii: "m"): true
      case UInt8(ascii: "d"), UInt8(ascii: "y"), UInt8(ascii: "h"), UInt8(ascii: "n"),
        UInt8(ascii: "s"):
        byte.isDigit
      default: byte == expected
      }
    }
  }

  private static func index(of name: ArraySlice<UInt8>, in names: [String]) -> Int? {
    names.firstIndex { name.elementsEqual($0.utf8) }
  }

  /// The number that at most four digits say.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}

// MARK: - The proleptic Gregorian calendar

extension FixedDate {
  /// The days of a month, January being 0.
  private static func length(ofMonth month: Int, in year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 1 && isLeapYear
      ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month]
  }

  /// The days from 1 January 1970 to a date of the years 0 to 9999, January being month 0.
  ///
  /// Years are counted as if they began in March, so that the leap day comes last; then a month
  /// begins (153·m + 2)/5 days into its year.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let (months, years) = month < 2 ? (month + 10, year + 399) : (month - 2, year + 400)
    let days = 365 * years + years / 4 - years / 100 + years / 400
    // 719,468 days lie between 1 March of the year 0 and 1 January 1970, 146,097 in 400 years.
    return days + (153 * months + 2) / 5 + day - 1 - 719_468 - 146_097
  }
}

extension UInt8 {
  /// Whether the byte is a decimal digit of ASCII.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
