import Testing

@testable import NetwatchCore

@Suite struct DestinationPaceTests {
  typealias Event = ReleaseScript.Event

  @Test(
    arguments: [
      [], [.outage(seconds: 0)], [.outage(seconds: 0), .attempt(.success, 5)],
      [.attempt(Event.busy)],
      [.attempt(Event.busy, 20)], [.attempt(Event.busy, 3), .attempt(.success)],
      [.attempt(.overloaded(retryAfter: .seconds(90)))],
    ] as [[Event]]
  )
  func `a machine made from a stored pace goes on where the other stopped`(events: [Event]) {
    let script = ReleaseScript(events)
    var before = script.machine
    var after = DestinationRelease(pace: before.pace, at: script.now)
    for outcome in [ReleaseOutcome.success, Event.busy, .success, .success, .success, .success] {
      #expect(after.pace == before.pace)
      #expect(after.admission(at: script.now) == before.admission(at: script.now))
      before.ended(outcome, before.began(), at: script.now, draw: 0.3)
      after.ended(outcome, after.began(), at: script.now, draw: 0.3)
    }
  }

  /// A pace from outside, and what becomes of it.
  @Test(
    arguments: [
      (DestinationPace(window: .max), DestinationPace(window: 64)),
      (DestinationPace(window: .min), DestinationPace(window: 1)),
      (DestinationPace(window: 0), DestinationPace(window: 1)),
      (
        DestinationPace(gap: .seconds(Int64.max), window: 9),
        DestinationPace(gap: .seconds(30), window: 1)
      ),
      (DestinationPace(gap: .seconds(Int64.min), window: 9), DestinationPace(window: 9)),
      (DestinationPace(gap: .milliseconds(499), window: 9), DestinationPace(window: 9)),
      (
        DestinationPace(gap: .milliseconds(500), window: 9),
        DestinationPace(gap: .milliseconds(500), window: 1)
      ),
      (
        DestinationPace(window: 9, heldUntil: BootInstant(nanoseconds: .max)),
        DestinationPace(window: 9, heldUntil: .s(3700))
      ),
      (
        DestinationPace(window: 9, heldUntil: BootInstant(nanoseconds: .min)),
        DestinationPace(window: 9, heldUntil: BootInstant(nanoseconds: .min))
      ),
    ]
  )
  func `a pace out of bounds is brought inside`(given: DestinationPace, bound: DestinationPace) {
    #expect(DestinationRelease(pace: given, at: .s(100)).pace == bound)
  }

  @Test func `a gap that another process changed outdates what is in flight`() {
    var machine = DestinationRelease()
    let stamp = machine.began()
    machine.paceLearned(DestinationPace(gap: .seconds(4), window: 1), at: .s(1))
    #expect(machine.inFlight == 1)
    machine.ended(.success, stamp, at: .s(2), draw: 0)
    #expect(machine.pace.gap == .seconds(4))
    #expect(machine.inFlight == 0)
  }

  @Test func `a pace without a change of the gap does not`() {
    var machine = DestinationRelease()
    let stamp = machine.began()
    machine.paceLearned(DestinationPace(window: 5), at: .s(1))
    machine.ended(.success, stamp, at: .s(2), draw: 0)
    #expect(machine.pace.window == 6)
  }

  @Test func `a machine is at rest when it is as good as new`() {
    var script = ReleaseScript()
    #expect(script.machine.isAtRest(at: script.now))
    script.play(.begin())
    #expect(!script.machine.isAtRest(at: script.now))
    script.play(.end(.overloaded(retryAfter: .seconds(9))))
    script.play(.attempt(.success, 2))
    script.play(.attempt(.success, 62))
    #expect(!script.machine.isAtRest(at: script.now))
    script.play(.wait(milliseconds: 9000))
    #expect(script.machine.isAtRest(at: script.now))
    script.play(.outage(seconds: 0))
    #expect(!script.machine.isAtRest(at: script.now))
  }
}
