import Glibc

/// Dates by the calendar of the C library: a text is legal if it is what some moment is rendered as.
enum ReferenceDate {
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The moment that a date names; nil where it is none.
  static func seconds(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count == 29 else { return nil }
    let isLeapSecond = Array(bytes[23..<25]) == Array("60".utf8)
    let plain = isLeapSecond ? bytes[..<23] + "59".utf8 + bytes[25...] : bytes[...]
    // Whatever the fields are, the C library makes a moment of them; only a legal text comes back.
    let moment = roughMoment(Array(plain))
    guard Array(plain) == text(of: moment) else { return nil }
    return isLeapSecond ? moment + 1 : moment
  }

  /// A moment of the years 0 to 9999 that depends on all bytes.
  static func moment(from bytes: [UInt8]) -> Int64 {
    let mixed = bytes.reduce(UInt64(5381)) { $0 &* 33 ^ UInt64($1) }
    return -62_167_219_200 + Int64(mixed % 315_569_520_000)
  }

  /// The date of a moment.
  static func text(of moment: Int64) -> [UInt8] {
    var seconds = time_t(moment)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let day = padded(parts.tm_mday, 2)
    let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0, 2) }
    let date = "\(day) \(months[Int(parts.tm_mon)]) \(padded(parts.tm_year + 1900, 4))"
    let text = "\(weekdays[Int(parts.tm_wday)]), \(date) \(clock.joined(separator: ":")) GMT"
    return Array(text.utf8)
  }

  private static func roughMoment(_ bytes: [UInt8]) -> Int64 {
    var parts = tm()
    parts.tm_mday = number(bytes[5..<7])
    parts.tm_mon = Int32(months.firstIndex { Array($0.utf8) == Array(bytes[8..<11]) } ?? 0)
    parts.tm_year = number(bytes[12..<16]) - 1900
    parts.tm_hour = number(bytes[17..<19])
    parts.tm_min = number(bytes[20..<22])
    parts.tm_sec = number(bytes[23..<25])
    return Int64(timegm(&parts))
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int32 {
    Int32(String(decoding: bytes, as: UTF8.self)) ?? 0
  }

  private static func padded(_ number: Int32, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(width - digits.count, 0)) + digits
  }
}
