import NetwatchCore
import NetwatchHTTP
import Testing

@Suite("A date of HTTP")
struct FixedDateTests {
  private func seconds(_ text: String) -> Int64? {
    FixedDate.parse(text.utf8)?.seconds
  }

  @Test(
    "is read as the second it names",
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Tue, 19 Jan 2038 03:14:08 GMT", 2_147_483_648),
      ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
      ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
      ("Fri, 31 Dec 9999 23:59:60 GMT", 253_402_300_800),
    ]
  )
  func known(text: String, expected: Int64) {
    #expect(seconds(text) == expected)
  }

  @Test("is right for every day of a calendar that is counted day by day")
  func everyDay() {
    var calendar = DayByDay()
    while calendar.year < 2120 {
      #expect(seconds(calendar.text) == calendar.days * 86_400 + 12 * 3600, "\(calendar.text)")
      calendar.advance()
    }
  }

  @Test("has only the right day of the week")
  func weekdays() {
    let legal = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].filter {
      seconds("\($0), 06 Nov 1994 08:49:37 GMT") != nil
    }
    #expect(legal == ["Sun"])
  }

  @Test("is nothing when any byte of it is another")
  func otherBytes() {
    let text = Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)
    for place in text.indices {
      for byte in UInt8.min...UInt8.max where byte != text[place] && !isDigit(byte) {
        var other = text
        other[place] = byte
        #expect(FixedDate.parse(other) == nil, "\(other)")
      }
      #expect(FixedDate.parse(text[..<place]) == nil)
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

/// A calendar without arithmetic: from 1 January 1600, a Saturday, it goes from day to day.
private struct DayByDay {
  private(set) var days: Int64 = -135_140
  private(set) var year = 1600
  private var month = 0
  private var day = 1
  private var weekday = 6

  var text: String {
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let number = day < 10 ? "0\(day)" : "\(day)"
    return "\(names[weekday]), \(number) \(months[month]) \(year) 12:00:00 GMT"
  }

  private var isLeapYear: Bool {
    if year % 100 == 0 { return [1600, 2000].contains(year) }
    return year % 4 == 0
  }

  private var length: Int {
    switch month {
    case 1: isLeapYear ? 29 : 28
    case 3, 5, 8, 10: 30
    default: 31
    }
  }

  mutating func advance() {
    (days, weekday, day) = (days + 1, weekday == 6 ? 0 : weekday + 1, day + 1)
    guard day > length else { return }
    (month, day) = (month + 1, 1)
    if month == 12 { (year, month) = (year + 1, 0) }
  }
}
