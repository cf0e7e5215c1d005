import NetwatchTestSupport
import Testing

@testable import NetwatchCore

@Suite(.timeLimit(.minutes(1))) struct ReleaseGateCancellationTests {
  @Test func `a task that is cancelled already is not admitted`() async {
    let fixture = GateFixture()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await fixture.gate.admission(to: "a")
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(fixture.gate.destinationCount == 0)
  }

  @Test func `whoever is cancelled leaves nothing, and the others go on`() async throws {
    let fixture = GateFixture()
    try await fixture.close()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<5 { tasks.append(await fixture.waiter("\(number)")) }
    await fixture.clock.manual.sleepers()
    // The first keeps the timer, the third is in the middle, the last at the end.
    for number in [0, 2, 4] {
      tasks[number].cancel()
      await #expect(throws: CancellationError.self) { try await tasks[number].value }
    }
    #expect(fixture.gate.waiterCount(at: "a") == 2)
    await fixture.clock.run { fixture.record.admitted.count == 1 }
    fixture.endFirst()
    await fixture.clock.run { fixture.record.admitted.count == 2 }
    fixture.endFirst()
    #expect(fixture.record.admitted == ["1", "3"])
    #expect(fixture.record.cancelled == ["0", "2", "4"])
    #expect(fixture.gate.waiterCount(at: "a") == 0)
  }

  @Test func `when all are cancelled no timer is left`() async throws {
    let fixture = GateFixture()
    try await fixture.close()
    var tasks: [Task<Void, any Error>] = []
    for number in 0..<50 { tasks.append(await fixture.waiter("\(number)")) }
    await fixture.clock.manual.sleepers()
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(fixture.gate.waiterCount(at: "a") == 0)
    #expect(fixture.clock.sleeperCount == 0)
    #expect(fixture.gate.machine(of: "a")?.inFlight == 0)
  }

  @Test func `ten thousand are cancelled at once`() async throws {
    let fixture = GateFixture(settings: ReleaseSettings(limit: 1))
    let permit = try await fixture.gate.admission(to: "a")
    let task = Task {
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<10_000 {
          group.addTask {
            (try? await fixture.gate.admission(to: "a", isUrgent: number % 3 == 0)) == nil
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
    }
    await fixture.until { fixture.gate.waiterCount(at: "a") == 10_000 }
    task.cancel()
    #expect(await task.value == 10_000)
    #expect(fixture.gate.waiterCount(at: "a") == 0)
    fixture.gate.ended(permit, .success)
    #expect(fixture.gate.destinationCount == 0)
  }
}
