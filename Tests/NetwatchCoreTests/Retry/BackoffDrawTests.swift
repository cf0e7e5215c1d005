import NetwatchCore
import NetwatchTestSupport
import Testing

@Suite struct BackoffDrawTests {
  static let growth = Backoff.exponential(initial: .seconds(1), maximum: .seconds(60))
  static let jitters = [
    growth, growth.fullJitter(), growth.equalJitter(), growth.decorrelatedJitter(),
  ]

  /// In seconds, after 3 retries: the window is 8 s.
  @Test(
    arguments: [
      (growth, [8, 8, 8]),
      (growth.fullJitter(), [0, 4, 8]),
      (growth.equalJitter(), [4, 6, 8]),
    ] as [(Backoff, [Double])]
  )
  func `each jitter draws from its own part of the window`(backoff: Backoff, expected: [Double]) {
    for (draw, delay) in zip([0, 0.5, 1.0.nextDown], expected) {
      let result = backoff.draw(afterRetries: 3, previous: nil, at: draw)
      #expect(result.window == .seconds(8))
      #expect(result.delay <= .seconds(delay))
      #expect(result.delay > .seconds(delay) - .nanoseconds(1))
    }
  }

  /// In seconds.
  @Test(
    arguments: [
      (nil, 3, [1, 2, 3]), (1, 3, [1, 2, 3]), (4, 12, [1, 6.5, 12]), (0.5, 3, [1, 2, 3]),
      (-9, 3, [1, 2, 3]), (30, 60, [1, 45.5, 60]),
    ] as [(Double?, Double, [Double])]
  )
  func `decorrelated jitter draws up to three times the delay before`(
    previous: Double?,
    window: Double,
    expected: [Double]
  ) {
    let backoff = Self.growth.decorrelatedJitter()
    for (draw, delay) in zip([0, 0.5, 1.0.nextDown], expected) {
      let result = backoff.draw(
        afterRetries: 5,
        previous: previous.map { .seconds($0) },
        at: draw
      )
      #expect(result.window == .seconds(window))
      #expect(result.delay <= .seconds(delay))
      #expect(result.delay > .seconds(delay) - .nanoseconds(1))
    }
  }

  @Test(arguments: jitters, [-3, -.infinity, .nan, -0.0] as [Double])
  func `a draw under the range counts as its lower end`(backoff: Backoff, draw: Double) {
    let lowest = backoff.draw(afterRetries: 2, previous: nil, at: 0)
    #expect(backoff.draw(afterRetries: 2, previous: nil, at: draw) == lowest)
  }

  @Test(arguments: jitters, [1, 7, .infinity] as [Double])
  func `a draw above the range counts as its upper end`(backoff: Backoff, draw: Double) {
    let result = backoff.draw(afterRetries: 2, previous: nil, at: draw)
    #expect(result.delay == result.window)
  }

  @Test(
    arguments: [0, 1, 31, 56, 63, 64, 100, 1_100, .max, -1, .min],
    [0, 0.5, 1.0.nextDown, 1, .nan]
  )
  func `no delay is negative or longer than its window, nor that than the maximum`(
    retries: Int,
    draw: Double
  ) {
    let longest = Duration(attoseconds: .max)
    for initial in [.zero, Duration(attoseconds: 1), .seconds(1), longest] {
      for maximum in [.zero, .seconds(20), longest - Duration(attoseconds: 1), longest] {
        let growth = Backoff.exponential(initial: initial, maximum: maximum)
        for backoff in [growth.fullJitter(), growth.equalJitter(), growth.decorrelatedJitter()] {
          let result = backoff.draw(afterRetries: retries, previous: longest, at: draw)
          #expect((Duration.zero...result.window).contains(result.delay))
          #expect(result.window <= maximum)
        }
      }
    }
  }

  @Test func `full jitter draws evenly from its window`() {
    var generator = SeededGenerator(seed: 7)
    let backoff = Self.growth.fullJitter()
    var quarters = [0, 0, 0, 0]
    for _ in 0..<10_000 {
      let draw = Double.random(in: 0..<1, using: &generator)
      let result = backoff.draw(afterRetries: 2, previous: nil, at: draw)
      quarters[Int(result.delay / Duration.seconds(1))] += 1
    }
    #expect(quarters.allSatisfy { (2_350...2_650).contains($0) })
  }

  @Test func `jitter is chosen last and once`() {
    #expect(Self.growth.fullJitter().equalJitter() == Self.growth.equalJitter())
    #expect(Self.growth.fullJitter() != Self.growth)
    #expect(
      Backoff.standard
        == .exponential(initial: .milliseconds(100), maximum: .seconds(20))
        .fullJitter()
    )
  }
}
