import NetwatchCore
import Testing

@Suite struct DurationTextTests {
  @Test(
    arguments: [
      (.zero, "0 s"), (.seconds(20), "20 s"), (.milliseconds(84), "0.084 s"),
      (.milliseconds(100), "0.1 s"), (.microseconds(83_600), "0.084 s"),
      (.microseconds(1_999_600), "2 s"), (.microseconds(50), "0.00005 s"),
      (.nanoseconds(999_999), "0.001 s"), (.nanoseconds(400), "0 s"),
      (.nanoseconds(-400), "0 s"), (.seconds(-5), "-5 s"), (.milliseconds(-1_500), "-1.5 s"),
      (.seconds(Int64.max), "9223372036854775807 s"),
      (Duration(attoseconds: .max), "170141183460469231731.687 s"),
      (Duration(attoseconds: .min), "-170141183460469231731.687 s"),
    ] as [(Duration, String)]
  )
  func `a duration is told in seconds`(duration: Duration, text: String) {
    #expect(duration.secondsText == text)
  }
}
