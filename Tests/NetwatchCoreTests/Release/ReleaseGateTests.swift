import NetwatchTestSupport
import Testing

@testable import NetwatchCore

@Suite(.timeLimit(.minutes(1))) struct ReleaseGateTests {
  @Test func `what is open admits its window at once, and the next after an outcome`() async throws
  {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 2))
    let first = try await fixture.gate.admission(to: "a")
    _ = try await fixture.gate.admission(to: "a")
    let third = await fixture.waiter("third")
    // Another destination is not concerned.
    fixture.gate.ended(try await fixture.gate.admission(to: "b"), .success)
    #expect(fixture.record.admitted.isEmpty)
    #expect(fixture.clock.sleeperCount == 0)
    fixture.gate.ended(first, .success)
    try await third.value
    #expect(fixture.record.admitted == ["third"])
  }

  @Test func `who would have to wait gets no permit at once, and takes nobody's turn`() async throws {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 1))
    let permit = try #require(fixture.gate.permitAtOnce(to: "a"))
    #expect(fixture.gate.permitAtOnce(to: "a") == nil)
    #expect(fixture.gate.waiterCount(at: "a") == 0)
    let waiter = await fixture.waiter("waiter")
    fixture.gate.ended(permit, .success)
    // The place is the waiter's, awake or not.
    #expect(fixture.gate.permitAtOnce(to: "a") == nil)
    try await waiter.value
    fixture.endFirst()
    #expect(fixture.gate.permitAtOnce(to: "a") != nil)
  }

  @Test func `waiters go in order, urgent ones first`() async throws {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 1))
    let blocker = try await fixture.gate.admission(to: "a")
    var tasks: [Task<Void, any Error>] = []
    for name in ["1", "2", "3"] { tasks.append(await fixture.waiter(name)) }
    for name in ["u1", "u2"] { tasks.append(await fixture.waiter(name, isUrgent: true)) }
    tasks.append(await fixture.waiter("4"))
    fixture.gate.ended(blocker, .success)
    for count in 1...6 {
      await fixture.until { fixture.record.admitted.count == count }
      fixture.endFirst()
    }
    for task in tasks { try await task.value }
    #expect(fixture.record.admitted == ["u1", "u2", "1", "2", "3", "4"])
  }

  @Test func `a gap is waited for by one sleeper, whoever many wait`() async throws {
    let fixture = GateFixture()
    for destination in ["a", "b", "c"] { try await fixture.close(destination) }
    for number in 0..<60 {
      _ = await fixture.waiter("\(number)", at: ["a", "b", "c"][number % 3])
    }
    await fixture.until { fixture.clock.sleeperCount > 0 }
    #expect(fixture.clock.sleeperCount == 1)
    #expect(fixture.clock.manual.nextDeadline?.offset == .seconds(1))
    fixture.clock.manual.advance(by: .seconds(1))
    await fixture.until { fixture.record.admitted.count == 3 }
    #expect(fixture.record.admitted.sorted() == ["0", "1", "2"])
  }

  @Test func `an earlier moment than the timekeeper's is not overslept`() async throws {
    let fixture = GateFixture()
    fixture.gate.ended(
      try await fixture.gate.admission(to: "late"),
      .overloaded(retryAfter: .seconds(100))
    )
    let late = await fixture.waiter("late", at: "late")
    await fixture.clock.manual.sleepers()
    try await fixture.close("early")
    let early = await fixture.waiter("early", at: "early")
    await fixture.until { fixture.clock.manual.nextDeadline?.offset == .seconds(1) }
    fixture.clock.manual.advance(by: .seconds(1))
    try await early.value
    #expect(fixture.record.admitted == ["early"])
    await fixture.until { fixture.clock.manual.nextDeadline?.offset == .seconds(100) }
    #expect(fixture.clock.sleeperCount == 1)
    fixture.clock.manual.advance(by: .seconds(99))
    try await late.value
  }

  @Test func `an urgent waiter does not wait for the release to begin`() async throws {
    let fixture = GateFixture()
    fixture.clock.manual.advance(by: .seconds(100))
    let wait = fixture.wait(seconds: 100)
    let patient = Task { try await fixture.gate.admission(to: "a", afterWait: wait) }
    await fixture.clock.manual.sleepers()
    let urgent = try await fixture.gate.admission(to: "a", afterWait: wait, isUrgent: true)
    fixture.gate.ended(urgent, .success)
    #expect(fixture.gate.waiterCount(at: "a") == 1)
    fixture.clock.manual.advance(by: .seconds(5))
    fixture.gate.ended(try await patient.value, .success)
  }

  @Test func `an attempt that is given back or throws frees its place`() async throws {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 1))
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await fixture.gate.withPermit(to: "a") { _ in throw Failure() }
    }
    let result = try await fixture.gate.withPermit(to: "a") { outcome in
      outcome = .overloaded(retryAfter: nil)
      return 7
    }
    #expect(result == 7)
    #expect(fixture.gate.machine(of: "a")?.inFlight == 0)
    #expect(fixture.gate.machine(of: "a")?.pace.gap == .seconds(1))
  }
}
