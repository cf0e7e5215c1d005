import NetwatchCore
import Testing

@Suite struct BootInstantTests {
  static let longest = Duration(secondsComponent: .max, attosecondsComponent: 0)

  @Test(
    arguments: [
      (0, .nanoseconds(5), 5), (5, .nanoseconds(-7), -2),
      (.max, .nanoseconds(1), .max), (.max, .nanoseconds(-1), .max - 1),
      (.min, .nanoseconds(-1), .min), (.min, .nanoseconds(1), .min + 1),
      (0, longest, .max), (0, .zero - longest, .min), (-1, longest, .max - 1),
      (1, .zero - longest, .min + 1), (.max, longest, .max), (.min, .zero - longest, .min),
      (7, Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 7),
    ] as [(Int64, Duration, Int64)]
  )
  func `moving in time saturates`(start: Int64, duration: Duration, end: Int64) {
    #expect(BootInstant(nanoseconds: start).advanced(by: duration).nanoseconds == end)
  }

  @Test func `the time between the first and the last moment is exact`() {
    let first = BootInstant(nanoseconds: .min)
    let last = BootInstant(nanoseconds: .max)
    #expect(first < last)
    #expect(first.duration(to: last) == .nanoseconds(Int64.max) - .nanoseconds(Int64.min))
    #expect(last.duration(to: first) == .zero - first.duration(to: last))
  }
}
