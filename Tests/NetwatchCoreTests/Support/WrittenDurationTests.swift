import Testing

@testable import NetwatchCore

@Suite struct WrittenDurationTests {
  @Test(
    arguments: [
      ("0", .zero), ("0s", .zero), ("0.0", .zero), ("3", .seconds(3)), ("3s", .seconds(3)),
      ("250ms", .milliseconds(250)), ("5m", .seconds(300)), ("1h", .seconds(3600)),
      ("7d", .seconds(604_800)), ("1.5s", .milliseconds(1500)), ("1.5", .milliseconds(1500)),
      ("0.25m", .seconds(15)), ("0.5d", .seconds(43_200)), ("007s", .seconds(7)),
      ("0.001ms", .microseconds(1)), ("0.0000001ms", .zero), ("1.0000000009s", .seconds(1)),
      ("3650d", DurationText.longest), ("3651d", DurationText.longest),
      ("99999999999999999999999999999999999999999999999d", DurationText.longest),
      ("9223372036854775807", DurationText.longest),
      ("18446744073709551616ms", DurationText.longest),
      ("0.99999999999999999999999999999999999999999999999999s", .nanoseconds(999_999_999)),
    ] as [(String, Duration)]
  )
  func reads(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(arguments: [
    "", "s", "ms", "-1", "-1s", "+1s", "1e3", "1.", ".5", "1..5", "1.5.5", "1 s", " 1", "1 ", "1S",
    "1us", "1w", "1min", "1s2", "1m30s", "nan", "inf", "0x10", "1,5", "١s", "1\u{0}s",
  ])
  func refuses(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(
    arguments: [
      (.zero, "0s"), (.milliseconds(250), "250ms"), (.seconds(5), "5s"),
      (.milliseconds(1500), "1500ms"),
      (.seconds(60), "1m"), (.seconds(90), "90s"), (.seconds(7200), "2h"),
      (.seconds(604_800), "7d"),
      (DurationText.longest, "3650d"),
    ] as [(Duration, String)]
  )
  func writes(duration: Duration, text: String) {
    #expect(DurationText.text(duration) == text)
    #expect(DurationText.parse(text) == duration)
  }
}
