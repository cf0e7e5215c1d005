import NetwatchClient
import NetwatchCore
import Testing

@Suite struct ServiceTimeTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0),
    ("1969-12-31T23:59:59.5Z", -1, 500_000_000),
    ("2026-11-29T23:59:01.123456Z", 1_795_996_741, 123_456_000),
    ("2026-11-29T23:59:01.1234567891Z", 1_795_996_741, 123_456_789),
    ("2024-02-29T12:00:00Z", 1_709_208_000, 0),
    ("2000-02-29T00:00:00Z", 951_782_400, 0),
    ("2026-11-30t01:59:01+02:00", 1_795_996_741, 0),
    ("2026-11-29 18:29:01-05:30", 1_795_996_741, 0),
    ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
    ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
    ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
    ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
  ])
  func `A moment of RFC 3339 is read to the nanosecond`(
    _ text: String,
    _ seconds: Int64,
    _ nanoseconds: Int32
  ) throws {
    let time = try #require(ServiceTime(text))
    #expect(time.wallTime == WallTime(seconds: seconds, nanoseconds: nanoseconds))
    #expect(time.description == text)
  }

  @Test(arguments: [
    "", "now", "2026-11-29", "2026-11-29T23:59Z", "2026-11-29T23:59:01", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-11-31T00:00:00Z",
    "2026-11-29T24:00:00Z", "2026-11-29T23:60:00Z", "2026-11-29T23:59:61Z", "2026-11-29T23:59:01.Z",
    "2026-11-29T23:59:01+2:00", "2026-11-29T23:59:01+24:00", "2026-11-29T23:59:01Z ",
    "+026-11-29T23:59:01Z", "2026-11-29T23:59:01Zulu", "99999-11-29T23:59:01Z",
    "２026-11-29T23:59:01Z",
  ])
  func `What is no moment is refused`(_ text: String) {
    #expect(ServiceTime(text) == nil)
  }

  @Test func `Moments are ordered by time, whatever their text`() throws {
    let early = try #require(ServiceTime("2026-11-30T01:00:00+02:00"))
    let late = try #require(ServiceTime("2026-11-29T23:00:00.000001Z"))
    #expect(early < late)
  }
}
