import Testing

@testable import NetwatchCore

@Suite struct DurationSaturatingTests {
  static let longest = Duration(attoseconds: .max)
  static let shortest = Duration(attoseconds: .min)

  @Test(
    arguments: [
      (.zero, 0), (.nanoseconds(1), 1), (.nanoseconds(-1), -1), (.seconds(3), 3_000_000_000),
      (Duration(attoseconds: 999_999_999), 0), (Duration(attoseconds: -999_999_999), 0),
      (Duration(attoseconds: -1_000_000_001), -1),
      (.nanoseconds(Int64.max), .max), (.nanoseconds(Int64.max - 1), .max - 1),
      (.nanoseconds(Int64.max) - Duration(attoseconds: 1), .max - 1),
      (.nanoseconds(Int64.min), .min), (.nanoseconds(Int64.min + 1), .min + 1),
      (.nanoseconds(Int64.min) + Duration(attoseconds: 1), .min + 1),
      (.seconds(Int64.max), .max), (.seconds(Int64.min), .min), (longest, .max), (shortest, .min),
    ] as [(Duration, Int64)]
  )
  func `nanoseconds are held inside Int64`(duration: Duration, expected: Int64) {
    #expect(duration.clampedNanoseconds == expected)
  }

  @Test(
    arguments: [
      (-1, .milliseconds(100)), (.min, .milliseconds(100)), (0, .milliseconds(100)),
      (1, .milliseconds(200)), (7, .milliseconds(12_800)), (8, .seconds(20)), (31, .seconds(20)),
      (56, .seconds(20)), (63, .seconds(20)), (64, .seconds(20)), (100, .seconds(20)),
      (1100, .seconds(20)), (.max, .seconds(20)),
    ] as [(Int, Duration)]
  )
  func `doubling stops at the cap`(count: Int, expected: Duration) {
    #expect(Duration.milliseconds(100).doubled(count, atMost: .seconds(20)) == expected)
  }

  @Test(arguments: [31, 56, 63, 64, 100, 126, 127, 1100, .max])
  func `doubling never wraps below the end of Duration`(count: Int) {
    let cap = Self.longest
    let doubled = Duration(attoseconds: 1).doubled(count, atMost: cap)
    #expect(doubled == (count >= 127 ? cap : Duration(attoseconds: Int128(1) << count)))
  }

  @Test(arguments: [-1, 0, 1, 64, Int.max])
  func `nothing and less do not grow`(count: Int) {
    #expect(Duration.zero.doubled(count, atMost: .seconds(1)) == .zero)
    #expect(Duration.seconds(-1).doubled(count, atMost: .seconds(1)) == .seconds(-1))
    #expect(Duration.seconds(5).doubled(count, atMost: .seconds(1)) == .seconds(1))
    #expect(Duration.seconds(5).doubled(count, atMost: .zero) == .zero)
  }

  @Test(
    arguments: [
      (0.0, 100), (0.5, 200), (0.25, 150), (1.0, 300), (-3.0, 100), (7.0, 300), (.infinity, 300),
      (-.infinity, 100), (.nan, 100), (.signalingNaN, 100), (.leastNonzeroMagnitude, 100),
    ] as [(Double, Int)]
  )
  func `a draw picks a point of the range`(draw: Double, expected: Int) {
    let point = Duration.interpolated(.milliseconds(100)...(.milliseconds(300)), at: draw)
    #expect(point == .milliseconds(expected))
  }

  @Test func `the last draw below one stays inside the range`() {
    let range = Duration.milliseconds(100)...Duration.milliseconds(300)
    let point = Duration.interpolated(range, at: 1.0.nextDown)
    #expect(range.contains(point))
    #expect(point > .milliseconds(299))
  }

  @Test(
    arguments: [
      .zero...(.zero), .seconds(5)...(.seconds(5)), .zero...longest, shortest...longest,
      shortest...(.zero), .seconds(Int64.min)...(.seconds(Int64.max)),
      .nanoseconds(Int64.max - 1)...(.nanoseconds(Int64.max)), longest...longest,
      shortest...shortest, .zero...(.nanoseconds(Int64.max)), .zero...(.nanoseconds(1 << 53 + 1)),
    ] as [ClosedRange<Duration>],
    [0, 0.5, 1.0.nextDown, 1, .nan]
  )
  func `no range is too wide and no point outside`(range: ClosedRange<Duration>, draw: Double) {
    #expect(range.contains(Duration.interpolated(range, at: draw)))
  }
}
