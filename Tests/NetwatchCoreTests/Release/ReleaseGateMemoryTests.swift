import NetwatchTestSupport
import Testing

@testable import NetwatchCore

/// What the gate takes for an outage, and what it remembers.
@Suite(.timeLimit(.minutes(1))) struct ReleaseGateMemoryTests {
  /// A gate that has released after an outage from second 0 to 100, and is open.
  private static func released() async throws -> GateFixture {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 4, jitter: .zero))
    fixture.clock.manual.advance(by: .seconds(100))
    for _ in 0..<4 {
      let permit = try await fixture.gate.admission(to: "a", afterWait: .s(0)..<(.s(100)))
      fixture.gate.ended(permit, .success)
    }
    #expect(fixture.gate.machine(of: "a")?.window == 4)
    fixture.clock.manual.advance(by: .seconds(10))
    return fixture
  }

  @Test(
    arguments: [
      (nil, 4), (.s(100)..<(.s(100)), 4), (.s(105)..<(.s(105)), 4), (.s(20)..<(.s(110)), 4),
      (.s(99)..<(.s(110)), 4), (.s(100)..<(.s(110)), 1), (.s(109)..<(.s(110)), 1),
    ] as [(Range<BootInstant>?, Int)]
  )
  func `an outage is another one where its wait began after the release`(
    wait: Range<BootInstant>?,
    window: Int
  ) async throws {
    let fixture = try await Self.released()
    fixture.gate.ended(try await fixture.gate.admission(to: "a", afterWait: wait), .givenBack)
    #expect(fixture.gate.machine(of: "a")?.window == window)
  }

  @Test func `a canary goes alone after an outage`() async throws {
    let fixture = try await Self.released()
    let wait = fixture.wait(seconds: 1)
    let canary = try await fixture.gate.admission(to: "a", afterWait: wait)
    let tasks = (0..<3).map { _ in
      Task { try await fixture.gate.admission(to: "a", afterWait: wait) }
    }
    await fixture.until { fixture.gate.waiterCount(at: "a") == 3 }
    #expect(fixture.gate.machine(of: "a")?.inFlight == 1)
    fixture.gate.ended(canary, .success)
    await fixture.until { fixture.gate.waiterCount(at: "a") == 1 }
    #expect(fixture.gate.machine(of: "a")?.inFlight == 2)
    for task in tasks { fixture.gate.ended(try await task.value, .success) }
  }

  @Test func `a destination that was never closed is forgotten with its last attempt`() async throws
  {
    let fixture = GateFixture()
    let permits = [
      try await fixture.gate.admission(to: "a"), try await fixture.gate.admission(to: "a"),
    ]
    fixture.gate.ended(permits[0], .success)
    #expect(fixture.gate.destinationCount == 1)
    fixture.gate.ended(permits[1], .connectionFailure)
    #expect(fixture.gate.destinationCount == 0)
  }

  @Test func `a release is remembered for a minute`() async throws {
    let fixture = try await Self.released()
    fixture.gate.ended(try await fixture.gate.admission(to: "a"), .success)
    #expect(fixture.gate.destinationCount == 1)
    fixture.clock.manual.advance(by: .seconds(50))
    fixture.gate.ended(try await fixture.gate.admission(to: "a"), .success)
    #expect(fixture.gate.destinationCount == 0)
  }

  @Test func `beyond the limit paces of the idle are forgotten, and only theirs`() async throws {
    let fixture = GateFixture(destinationLimit: 100)
    let kept = try await fixture.gate.admission(to: "kept")
    for number in 0..<99 { try await fixture.close("\(number)") }
    #expect(fixture.gate.destinationCount == 100)
    let further = try await fixture.gate.admission(to: "further")
    #expect(fixture.gate.destinationCount == 2)
    #expect(fixture.gate.machine(of: "kept")?.inFlight == 1)
    for permit in [kept, further] { fixture.gate.ended(permit, .success) }
    #expect(fixture.gate.destinationCount == 0)
  }

  @Test func `where all are busy a further destination goes unpaced`() async throws {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 1), destinationLimit: 2)
    let busy = [
      try await fixture.gate.admission(to: "a"), try await fixture.gate.admission(to: "b"),
    ]
    for _ in 0..<5 {
      let permit = try await fixture.gate.admission(to: "c")
      #expect(fixture.gate.destinationCount == 2)
      fixture.gate.ended(permit, .overloaded(retryAfter: .seconds(100)))
    }
    for permit in busy { fixture.gate.ended(permit, .success) }
    #expect(fixture.gate.destinationCount == 0)
  }

  @Test func `what was remembered of a thousand destinations is swept`() async throws {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 2, jitter: .zero))
    for number in 0..<1000 {
      fixture.clock.manual.advance(by: .seconds(1))
      let wait = fixture.wait(seconds: 1)
      let permit = try await fixture.gate.admission(to: "\(number)", afterWait: wait)
      fixture.gate.ended(permit, .success)
    }
    // Sixty lie within the minute, and as many again may come before the next sweep.
    #expect((60...128).contains(fixture.gate.destinationCount))
  }
}
