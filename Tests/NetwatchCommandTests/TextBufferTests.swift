import NetwatchCore
import NetwatchText
import Testing

@testable import NetwatchCommand

@Suite struct TextBufferTests {
  @Test(
    arguments: [
      (0, 1, "0"), (7, 3, "007"), (-7, 1, "-7"), (1234, 2, "1234"),
      (Int64.max, 1, "9223372036854775807"),
      (Int64.min, 1, "-9223372036854775808"), (100, 1, "100"),
    ] as [(Int64, Int, String)]
  )
  func `numbers are written in decimal`(number: Int64, width: Int, expected: String) {
    #expect(text { $0.append(number, width: width) } == expected)
  }

  @Test(
    arguments: [
      (.zero, 1, "0.0"), (.microseconds(31_249), 1, "31.2"), (.microseconds(31_250), 1, "31.3"),
      (.microseconds(99_950), 1, "100.0"), (.microseconds(49), 1, "0.0"),
      (.microseconds(5), 3, "0.005"),
      (.microseconds(1_234), 3, "1.234"), (.nanoseconds(1_234_500), 3, "1.235"),
      (.seconds(3), 1, "3000.0"),
    ] as [(Duration, Int, String)]
  )
  func `milliseconds are rounded`(duration: Duration, decimals: Int, expected: String) {
    #expect(text { $0.append(milliseconds: duration, decimals: decimals) } == expected)
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"), (951_782_400, "2000-02-29T00:00:00.000000Z"),
      (951_868_799, "2000-02-29T23:59:59.000000Z"), (951_868_800, "2000-03-01T00:00:00.000000Z"),
      (1_709_164_800, "2024-02-29T00:00:00.000000Z"),
      (1_735_689_599, "2024-12-31T23:59:59.000000Z"),
      (4_107_542_400, "2100-03-01T00:00:00.000000Z"), (-1, "1969-12-31T23:59:59.000000Z"),
      (253_402_300_799, "9999-12-31T23:59:59.000000Z"),
    ] as [(Int64, String)]
  )
  func `times are written in UTC`(seconds: Int64, expected: String) {
    #expect(text { $0.append(rfc3339: WallTime(seconds: seconds, nanoseconds: 0)) } == expected)
  }

  @Test func `columns are filled with blanks`() {
    #expect(text { $0.append("eth0", padded: 6) } == "eth0  ")
    #expect(text { $0.append("enp0s31f6", padded: 4) } == "enp0s31f6")
  }
}
