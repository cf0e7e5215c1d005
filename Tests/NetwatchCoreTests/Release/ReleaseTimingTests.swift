import Testing

@testable import NetwatchCore

@Suite struct ReleaseTimingTests {
  typealias Event = ReleaseScript.Event

  /// Seconds of outage, the fixed jitter if any, a draw, and milliseconds until the canary goes.
  @Test(
    arguments: [
      (100, nil, 0.0, 0), (100, nil, 0.5, 5000), (100, nil, 1.0, 10_000), (3, nil, 1, 300),
      (300, nil, 1, 30_000), (301, nil, 1, 30_000), (.max, nil, 1, 30_000), (0, nil, 1, 0),
      (-5, nil, 1, 0), (.min, nil, 1, 0), (100, nil, -1, 0), (100, nil, 2, 10_000),
      (100, nil, .nan, 0), (100, .zero, 1, 0), (1, .seconds(8), 0.25, 2000),
    ] as [(Int64, Duration?, Double, Int64)]
  )
  func `a release begins after a drawn delay`(
    outage: Int64,
    jitter: Duration?,
    draw: Double,
    delay: Int64
  ) {
    let settings = ReleaseSettings(jitter: jitter)
    let script = ReleaseScript([.outage(seconds: outage, draw: draw)], settings: settings)
    #expect(script.delay() == delay)
    #expect(script.delay(isUrgent: true) == 0)
  }

  @Test func `work that is not urgent waits for the release though the canary is back`() {
    let script = ReleaseScript([.outage(seconds: 100), .attempt(.success)])
    #expect(script.delay() == 5000)
    #expect(script.machine.admission(at: script.now, isUrgent: true) == .now(atMost: 2))
  }

  /// Events, and milliseconds until the next may go; nil where it waits for an outcome.
  @Test(
    arguments: [
      ([.attempt(Event.busy)], 1000),
      ([.begin(), .end(Event.busy, draw: 0)], 0),
      ([.begin(), .end(Event.busy, draw: 0.75)], 1500),
      ([.begin(), .end(Event.busy, draw: 1)], 2000),
      ([.attempt(Event.busy), .wait(milliseconds: 400)], 600),
      ([.attempt(Event.busy), .wait(milliseconds: 1000)], 0),
      ([.attempt(Event.busy, 9), .begin(), .end(Event.busy, draw: 1)], 60_000),
      ([.attempt(Event.busy), .wait(milliseconds: 1000), .attempt(.success)], 500),
      ([.attempt(Event.busy), .wait(milliseconds: 1000), .begin()], nil),
      ([.attempt(Event.busy), .wait(milliseconds: 1000), .attempt(.givenBack)], 0),
      ([.begin(64)], nil),
      ([.begin(63)], 0),
      // What is in flight when it closes runs on, and until it has ended nobody else goes.
      ([.begin(3), .end(Event.busy), .wait(milliseconds: 1000)], nil),
      ([.begin(3), .end(Event.busy), .wait(milliseconds: 1000), .end(.success, 2)], 0),
      ([.attempt(.overloaded(retryAfter: .seconds(90)))], 90_000),
      ([.attempt(.overloaded(retryAfter: .seconds(3600)))], 3_600_000),
      ([.attempt(.overloaded(retryAfter: .seconds(3601)))], 3_600_000),
      ([.attempt(.overloaded(retryAfter: Duration(attoseconds: .max)))], 3_600_000),
      ([.attempt(.overloaded(retryAfter: Duration(attoseconds: .min)))], 1000),
      ([.attempt(.overloaded(retryAfter: .zero))], 1000),
      // The later of gap, hold and start counts.
      ([.outage(seconds: 100), .attempt(Event.busy)], 5000),
      ([.outage(seconds: 2), .attempt(Event.busy)], 1000),
      (
        [
          .attempt(.overloaded(retryAfter: .seconds(90))),
          .attempt(.overloaded(retryAfter: .seconds(20))),
        ], 90_000
      ),
      // The order of a destination counts although the gap has changed since.
      ([.begin(2), .end(Event.busy), .end(.overloaded(retryAfter: .seconds(9)))], 9000),
      // Success does not lift it.
      (
        [.begin(2), .end(.overloaded(retryAfter: .seconds(9))), .end(.success)], 9000
      ),
    ] as [([Event], Int64?)]
  )
  func `the next one goes`(events: [Event], delay: Int64?) {
    #expect(ReleaseScript(events).delay() == delay)
  }

  @Test(
    arguments: [BootInstant(nanoseconds: .max), BootInstant(nanoseconds: .min), .ms(0)],
    [Duration(attoseconds: .max), Duration(attoseconds: .min), .zero]
  )
  func `nothing overflows at the ends of time`(now: BootInstant, length: Duration) {
    var machine = DestinationRelease()
    for draw in [0, 0.5, 1, .nan, .infinity] {
      machine.outageEnded(after: length, at: now, draw: draw)
      for outcome in [ReleaseOutcome.overloaded(retryAfter: length), .connectionFailure, .success] {
        machine.ended(outcome, machine.began(), at: now, draw: draw)
        if case .notBefore(let moment) = machine.admission(at: now) {
          #expect(now < moment && now.duration(to: moment) <= .seconds(3600))
        }
      }
    }
    #expect(machine.inFlight == 0)
  }

  @Test func `an end too many is no debt`() {
    var machine = DestinationRelease(settings: ReleaseSettings(limit: 1))
    let stamp = machine.began()
    machine.ended(.success, stamp, at: .ms(0), draw: 0)
    machine.ended(.success, stamp, at: .ms(0), draw: 0)
    _ = machine.began()
    #expect(machine.admission(at: .ms(0)) == .afterOutcome)
  }
}
