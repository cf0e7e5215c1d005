import Testing

@testable import NetwatchCore

@Suite struct FlapDamperTests {
  enum Event: Sendable {
    case available(Bool)
    case confirmed
  }

  struct Step: Sendable {
    var at: Int64
    var event: Event
    /// `nil` is "publish".
    var holdUntil: Int64?
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var startsAvailable = true
    var lossDelay = Duration.milliseconds(100)
    var recoveryDelay = Duration.milliseconds(250)
    var steps: [Step]
    var endsAvailable: Bool
  }

  static func up(_ at: Int64, _ holdUntil: Int64? = nil) -> Step {
    Step(at: at, event: .available(true), holdUntil: holdUntil)
  }

  static func down(_ at: Int64, _ holdUntil: Int64? = nil) -> Step {
    Step(at: at, event: .available(false), holdUntil: holdUntil)
  }

  static func confirmed(_ at: Int64, _ holdUntil: Int64? = nil) -> Step {
    Step(at: at, event: .confirmed, holdUntil: holdUntil)
  }

  @Test(arguments: [
    Case(testDescription: "available, still", steps: [up(5)], endsAvailable: true),
    Case(
      testDescription: "unavailable, still",
      startsAvailable: false,
      steps: [down(5)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a loss waits its delay, counted from its beginning",
      steps: [down(5, 105), down(50, 105), down(104, 105)],
      endsAvailable: true
    ),
    Case(
      testDescription: "a loss is told when its delay is over",
      steps: [down(5, 105), down(105)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a loss noticed late is told late",
      steps: [down(5, 105), down(700)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a loss taken back never happened, and the next has a delay of its own",
      steps: [down(5, 105), up(104), down(104, 204), down(204)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a loss taken back in the moment it is due is taken back",
      steps: [down(5, 105), up(105)],
      endsAvailable: true
    ),
    Case(
      testDescription: "a recovery waits its delay, counted from its beginning",
      startsAvailable: false,
      steps: [up(5, 255), up(100, 255), up(254, 255), up(255)],
      endsAvailable: true
    ),
    Case(
      testDescription: "a recovery taken back never happened",
      startsAvailable: false,
      steps: [up(5, 255), down(200), up(300, 550), up(550)],
      endsAvailable: true
    ),
    Case(
      testDescription: "no delays, no waiting",
      lossDelay: .zero,
      recoveryDelay: .zero,
      steps: [down(1), up(1), down(2), up(3), down(4), up(4)],
      endsAvailable: true
    ),
    Case(
      testDescription: "a confirmed loss is told at once",
      steps: [confirmed(5)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a confirmed loss ends the wait of a pending one",
      steps: [down(5, 105), confirmed(6), down(7)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a confirmed loss is no news where it was told",
      startsAvailable: false,
      steps: [confirmed(5)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a confirmed loss takes a pending recovery back",
      startsAvailable: false,
      steps: [up(5, 255), confirmed(100), up(200, 450)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a confirmed loss counts as a flap",
      steps: [confirmed(0), up(0, 250), up(250), confirmed(300), up(300, 800)],
      endsAvailable: false
    ),
    Case(
      testDescription: "a recovery delay above the longest is the longest",
      startsAvailable: false,
      recoveryDelay: .seconds(20),
      steps: [up(0, 20_000), up(20_000), down(20_000, 20_100), down(20_100), up(20_100, 40_100)],
      endsAvailable: false
    ),
  ])
  func `a flip is told when`(_ sample: Case) {
    var damper = FlapDamper(
      settings: .init(lossDelay: sample.lossDelay, recoveryDelay: sample.recoveryDelay),
      available: sample.startsAvailable
    )
    for step in sample.steps {
      let decision =
        switch step.event {
        case .available(let available): damper.settled(available: available, at: .ms(step.at))
        case .confirmed: damper.lossConfirmed(at: .ms(step.at))
        }
      #expect(decision == (step.holdUntil.map { .hold(until: .ms($0)) } ?? .publish), "\(step)")
      #expect(damper.deadline?.milliseconds == step.holdUntil, "\(step)")
    }
    #expect(damper.publishedAvailability == sample.endsAvailable)
  }

  /// Loses the connection for good and asks for it back, so many times in a row.
  private static func recoveryDelays(losses: Int, apart: Int64) -> [Int64] {
    var damper = FlapDamper(
      settings: .init(lossDelay: .zero, recoveryDelay: .milliseconds(250)),
      available: true
    )
    return (0..<losses).map { index in
      let now = Int64(index) * apart
      _ = damper.settled(available: false, at: .ms(now))
      guard case .hold(let due) = damper.settled(available: true, at: .ms(now)) else { return 0 }
      _ = damper.settled(available: true, at: due)
      return due.milliseconds - now
    }
  }

  @Test func `each flap within a minute doubles the wait up to eight seconds`() {
    let delays = Self.recoveryDelays(losses: 7, apart: 8_500)
    #expect(delays == [250, 500, 1000, 2000, 4000, 8000, 8000])
  }

  @Test func `flaps a minute apart cost nothing`() {
    #expect(Self.recoveryDelays(losses: 4, apart: 60_000) == [250, 250, 250, 250])
    #expect(Self.recoveryDelays(losses: 4, apart: 59_999) == [250, 500, 500, 500])
  }

  @Test func `the wait is fixed when the recovery begins`() {
    var damper = FlapDamper(
      settings: .init(lossDelay: .zero, recoveryDelay: .milliseconds(250)),
      available: true
    )
    for loss in 0..<6 {
      _ = damper.settled(available: false, at: .s(Int64(loss) * 9))
      _ = damper.settled(available: true, at: .s(Int64(loss) * 9))
      _ = damper.settled(available: true, at: .s(Int64(loss) * 9 + 8))
    }
    _ = damper.settled(available: false, at: .s(58))
    #expect(damper.settled(available: true, at: .s(58)) == .hold(until: .s(66)))
    // Meanwhile the first loss is more than a minute old.
    #expect(damper.flaps(at: .s(65)) == 6)
    #expect(damper.settled(available: true, at: .s(65)) == .hold(until: .s(66)))
  }

  @Test func `flaps are the losses told in the last minute`() {
    var damper = FlapDamper(
      settings: .init(lossDelay: .milliseconds(100), recoveryDelay: .zero),
      available: true
    )
    _ = damper.settled(available: false, at: .ms(0))
    _ = damper.settled(available: true, at: .ms(50))
    #expect(damper.flaps(at: .ms(50)) == 0)
    _ = damper.lossConfirmed(at: .ms(100))
    #expect(damper.flaps(at: .ms(100)) == 1)
    #expect(damper.flaps(at: .ms(60_099)) == 1)
    #expect(damper.flaps(at: .ms(60_100)) == 0)
  }
}
