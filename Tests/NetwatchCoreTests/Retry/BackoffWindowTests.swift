import NetwatchCore
import Testing

@Suite struct BackoffWindowTests {
  static let longest = Duration(attoseconds: .max)

  @Test(
    arguments: [
      (.min, .milliseconds(100)), (-1, .milliseconds(100)), (0, .milliseconds(100)),
      (1, .milliseconds(200)), (7, .milliseconds(12_800)), (8, .seconds(20)), (31, .seconds(20)),
      (56, .seconds(20)), (63, .seconds(20)), (64, .seconds(20)), (100, .seconds(20)),
      (1_100, .seconds(20)), (.max, .seconds(20)),
    ] as [(Int, Duration)]
  )
  func `the exponential window doubles up to its maximum`(retries: Int, expected: Duration) {
    let backoff = Backoff.exponential(initial: .milliseconds(100), maximum: .seconds(20))
    #expect(backoff.window(afterRetries: retries) == expected)
  }

  /// 2ⁿ attoseconds need no more than 126 doublings to leave Duration.
  @Test(arguments: [0, 1, 31, 56, 63, 64, 100, 126, 127, 1_100, .max])
  func `doubling is exact up to the end of Duration`(retries: Int) {
    let backoff = Backoff.exponential(initial: Duration(attoseconds: 1), maximum: Self.longest)
    let expected = retries < 127 ? Duration(attoseconds: Int128(1) << retries) : Self.longest
    #expect(backoff.window(afterRetries: retries) == expected)
  }

  @Test(
    arguments: [
      // Shrinking, standing still and growing.
      (0, 0, 1000), (0, 1, 0), (0, .max, 0), (0.5, 1, 500), (0.5, 3, 125), (0.5, 1_100, 0),
      (0.5, .max, 0), (1, 0, 1000), (1, 1_000, 1000), (1, .max, 1000), (1.5, 1, 1500),
      (1.5, 2, 2250), (1.5, 4, 5062), (1.5, 64, 60_000), (3, 3, 27_000), (10, 1, 10_000),
      // At once at the maximum.
      (1e300, 0, 1000), (1e300, 1, 60_000), (1e300, .max, 60_000), (.infinity, 0, 1000),
      (.infinity, 1, 60_000), (.infinity, .max, 60_000),
      (.greatestFiniteMagnitude, 2, 60_000), (.leastNonzeroMagnitude, 1, 0),
      // Without a meaning of its own.
      (.nan, 0, 1000), (.nan, 5, 1000), (.nan, .max, 1000), (-2, 1, 1000), (-2, 64, 1000),
      (-.infinity, 3, 1000), (-0.0, 1, 0),
    ] as [(Double, Int, Int)]
  )
  func `every multiplier has a meaning`(multiplier: Double, retries: Int, milliseconds: Int) {
    let backoff = Backoff.exponential(
      initial: .seconds(1),
      multiplier: multiplier,
      maximum: .seconds(60)
    )
    let window = backoff.window(afterRetries: retries)
    #expect(window.attoseconds / 1_000_000_000_000_000 == milliseconds)
  }

  @Test func `powers of whole numbers are exact`() {
    let backoff = Backoff.exponential(
      initial: Duration(attoseconds: 1),
      multiplier: 3,
      maximum: Self.longest
    )
    var expected: Int128 = 1
    for retries in 0...33 {
      #expect(backoff.window(afterRetries: retries).attoseconds == expected)
      expected *= 3
    }
  }

  @Test(
    arguments: [-1, 0, 1, 31, 56, 63, 64, 100, 1_100, Int.max],
    [0, 1, 2, 1e300, .infinity, .nan]
  )
  func `nothing does not grow`(retries: Int, multiplier: Double) {
    let backoff = Backoff.exponential(
      initial: .zero,
      multiplier: multiplier,
      maximum: Self.longest
    )
    #expect(backoff.window(afterRetries: retries) == .zero)
  }

  @Test(
    arguments: [
      (.min, 100), (-1, 100), (0, 100), (1, 150), (2, 200), (18, 1000), (19, 1000), (.max, 1000),
    ] as [(Int, Int)]
  )
  func `the linear window grows by the same amount`(retries: Int, milliseconds: Int) {
    let backoff = Backoff.linear(
      initial: .milliseconds(100),
      increment: .milliseconds(50),
      maximum: .seconds(1)
    )
    #expect(backoff.window(afterRetries: retries) == .milliseconds(milliseconds))
  }

  @Test(arguments: [(0, 100), (1, 60), (2, 20), (3, 0), (.max, 0)] as [(Int, Int)])
  func `a negative increment ends at nothing`(retries: Int, milliseconds: Int) {
    let backoff = Backoff.linear(
      initial: .milliseconds(100),
      increment: .milliseconds(-40),
      maximum: .seconds(1)
    )
    #expect(backoff.window(afterRetries: retries) == .milliseconds(milliseconds))
  }

  @Test(arguments: [0, 1, 2, 63, Int.max])
  func `no increment overflows`(retries: Int) {
    let up = Backoff.linear(initial: .zero, increment: Self.longest, maximum: Self.longest)
    #expect(up.window(afterRetries: retries) == (retries == 0 ? .zero : Self.longest))
    let shortest = Duration(attoseconds: .min)
    let down = Backoff.linear(initial: Self.longest, increment: shortest, maximum: Self.longest)
    #expect(down.window(afterRetries: retries) == (retries == 0 ? Self.longest : .zero))
  }

  @Test(arguments: [-1, 0, 1, 64, Int.max])
  func `a constant stays`(retries: Int) {
    #expect(Backoff.constant(.seconds(3)).window(afterRetries: retries) == .seconds(3))
    #expect(Backoff.constant(.seconds(-3)).window(afterRetries: retries) == .zero)
    #expect(Backoff.constant(Self.longest).window(afterRetries: retries) == Self.longest)
  }

  @Test(arguments: [0, 1, 64, Int.max])
  func `negative delays count as none`(retries: Int) {
    let base = Backoff.exponential(initial: .seconds(-1), maximum: .seconds(20))
    #expect(base.window(afterRetries: retries) == .zero)
    let cap = Backoff.exponential(initial: .seconds(1), maximum: .seconds(-20))
    #expect(cap.window(afterRetries: retries) == .zero)
  }

  @Test func `a maximum under the initial delay is kept to`() {
    let backoff = Backoff.exponential(initial: .seconds(30), maximum: .seconds(20))
    #expect(backoff.window(afterRetries: 0) == .seconds(20))
  }
}
