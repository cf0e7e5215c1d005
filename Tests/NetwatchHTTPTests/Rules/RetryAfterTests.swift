import CLinux
import Glibc
import NetwatchCore
import NetwatchHTTP
import Testing

/// 18 September 2019, 05:34:00 GMT.
private let then = WallTime(seconds: 1_568_784_840, nanoseconds: 0)

@Suite("Retry-After")
struct RetryAfterTests {
  private func wait(_ value: String, now: WallTime = then) -> Duration? {
    RetryAfter.minimumWait(headers: ["Retry-After": value], now: now)
  }

  @Test(
    "is a number of seconds, of digits only",
    arguments: [
      ("0", 0), ("1", 1), ("120", 120), ("007", 7), ("000", 0), (" 30", 30), ("30 ", 30),
      ("\t30\t ", 30), ("2147483648", 2_147_483_648), ("4294967296", 4_294_967_296),
      ("9223372036854775807", .max), ("9223372036854775808", .max),
      ("18446744073709551616", .max), ("92233720368547758070", .max),
      (String(repeating: "9", count: 400), .max), (String(repeating: "0", count: 400) + "5", 5),
    ] as [(String, Int64)]
  )
  func digits(value: String, seconds: Int64) {
    #expect(wait(value) == .seconds(seconds))
  }

  @Test(
    "is a date, measured from now",
    arguments: [
      ("Wed, 18 Sep 2019 05:34:00 GMT", 0), ("Wed, 18 Sep 2019 05:34:01 GMT", 1),
      ("  Wed, 18 Sep 2019 05:35:00 GMT\t", 60), ("Wed, 18 Sep 2019 05:34:60 GMT", 60),
      ("Wed, 18 Sep 2019 05:33:59 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
      ("Thu, 19 Sep 2019 05:34:00 GMT", 86_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 251_833_515_959),
      ("Sat, 01 Jan 0000 00:00:00 GMT", 0), ("Sat, 29 Feb 2020 05:34:00 GMT", 164 * 86_400),
    ]
  )
  func dates(value: String, seconds: Int64) {
    #expect(wait(value) == .seconds(seconds))
  }

  @Test(
    "counts as absent where it is anything else",
    arguments: [
      "", " ", "\t", "-5", "+5", "1.5", "1,5", "1e3", "0x10", "30s", "30 s", "1 2", "5;", "\"5\"",
      "5, 10", "five", "NaN", "inf", "１２", "٣", "5\u{0}", "5\u{a0}", "\u{b}5", "5\n6",
      // Dates that are almost one.
      "sun, 06 Nov 1994 08:49:37 GMT", "SUN, 06 NOV 1994 08:49:37 GMT",
      "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt",
      "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994",
      "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
      "Sun, 06  Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
      "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08.49.37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
      "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 -8:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT,", "Sun, 06 Nov 1994 08:49:37 GMT x",
      "Sun, 06 Nov 1994 08:49:3٧ GMT", "Wed, 00 Nov 1994 08:49:37 GMT",
      "Thu, 31 Nov 1994 08:49:37 GMT", "Fri, 29 Feb 2019 08:49:37 GMT",
      "Thu, 29 Feb 1900 08:49:37 GMT", "Mon, 32 Dec 2018 08:49:37 GMT",
      "Sun, 06 Non 1994 08:49:37 GMT", "Sunday, 06 Nov 1994 08:49:37 GMT",
      // The obsolete forms of RFC 9110, section 5.6.7, and what other formats make of the date.
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37Z",
      "784111777000ms",
    ]
  )
  func absent(value: String) {
    #expect(wait(value) == nil)
  }

  @Test("is absent where there is no field")
  func missing() {
    #expect(RetryAfter.minimumWait(headers: ["Retry": "5"], now: then) == nil)
  }

  @Test("counts by the largest legal one of several fields, whatever their case and order")
  func several() {
    let headers: HTTPHeaders = [
      "Retry-After": "5", "retry-after": "Wed, 18 Sep 2019 05:34:30 GMT", "RETRY-AFTER": "9 s",
      "X-Retry-After": "99", "Retry-after": "20",
    ]
    #expect(RetryAfter.minimumWait(headers: headers, now: then) == .seconds(30))
    #expect(
      RetryAfter.minimumWait(headers: ["Retry-After": "x", "Retry-After": "0"], now: then) == .zero
    )
  }

  @Test("keeps the part of a second that has passed here, where only this clock is known")
  func fraction() {
    let now = WallTime(seconds: then.seconds, nanoseconds: 250_000_000)
    #expect(wait("Wed, 18 Sep 2019 05:34:01 GMT", now: now) == .milliseconds(750))
    #expect(wait("Wed, 18 Sep 2019 05:34:00 GMT", now: now) == .zero)
  }

  @Test("bears clocks that say anything", arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
  func extremes(seconds: Int64) throws {
    let now = WallTime(seconds: seconds, nanoseconds: 999_999_999)
    let minimum = try #require(wait("Wed, 18 Sep 2019 05:34:00 GMT", now: now))
    #expect(minimum >= .zero)
  }
}

// MARK: - Whose clock

extension RetryAfterTests {
  private static let today = WallTime(seconds: 1_800_000_000, nanoseconds: 0)

  @Test(
    "measures a date by the server's clock, unless a cache kept the answer",
    arguments: [
      // A capture of a real service, and the answer of a device whose clock is years ahead.
      (["Date": "Wed, 18 Sep 2019 05:33:23 GMT"], .seconds(37)),
      (["date": "Wed, 18 Sep 2019 05:33:57 GMT"], .seconds(3)),
      (["Date": " Wed, 18 Sep 2019 05:33:57 GMT "], .seconds(3)),
      (["Date": "Wed, 18 Sep 2019 05:34:01 GMT"], .zero),
      // By the clock here the date is long past.
      ([:], .zero),
      (["Date": "Wed, 18 Sep 2019 05:33:57 GMT", "Age": "0"], .zero),
      (["Date": "Wed, 18 Sep 2019 05:33:57 GMT", "age": "soon"], .zero),
      (["Date": "Tue, 18 Sep 2019 05:33:57 GMT"], .zero), (["Date": "yesterday"], .zero),
    ] as [(HTTPHeaders, Duration)]
  )
  func clocks(others: HTTPHeaders, expected: Duration) {
    var headers = others
    headers.append("Retry-After", "Wed, 18 Sep 2019 05:34:00 GMT")
    #expect(RetryAfter.minimumWait(headers: headers, now: Self.today) == expected)
  }

  @Test("waits by the clock here where the server's is not known")
  func localClock() {
    #expect(
      wait(
        "Wed, 18 Sep 2019 05:34:00 GMT",
        now: WallTime(seconds: then.seconds - 12, nanoseconds: 0)
      ) == .seconds(12)
    )
  }

  @Test("asks neither the locale nor the time zone", arguments: ["Pacific/Kiritimati", "EST5EDT"])
  func surroundings(zone: String) {
    let oldZone = getenv("TZ").map { String(cString: $0) }
    let oldLocale = setlocale(LC_ALL, nil).map { String(cString: $0) }
    defer {
      if let oldZone { setenv("TZ", oldZone, 1) } else { unsetenv("TZ") }
      tzset()
      if let oldLocale { setlocale(LC_ALL, oldLocale) }
    }
    setenv("TZ", zone, 1)
    tzset()
    for locale in ["C", "C.utf8", "de_DE.utf8", "tr_TR.utf8", "ar_EG.utf8"] {
      // One that is not installed leaves the locale as it was.
      setlocale(LC_ALL, locale)
      #expect(wait("Wed, 18 Sep 2019 05:34:07 GMT") == .seconds(7))
    }
  }
}
