import NetwatchTestSupport
import Testing

@testable import NetwatchCore

@Suite(.timeLimit(.minutes(2))) struct ReleaseGateFlapTests {
  @Test(arguments: [1, 100]) func `ten thousand pass after an outage`(destinations: Int) async {
    let fixture = GateFixture()
    let count = InFlightCount()
    fixture.clock.manual.advance(by: .seconds(100))
    let wait = fixture.wait(seconds: 100)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<10_000 {
        let destination = "\(number % destinations)"
        let work = GateWork(gate: fixture.gate, count: count, destination: destination, wait: wait)
        group.addTask { await work.run() }
      }
      await fixture.clock.run { count.passed == 10_000 }
    }
    #expect(count.passed == 10_000)
    #expect((2...64).contains(count.highest))
    for number in 0..<destinations { Self.expectNothingLeft(of: "\(number)", in: fixture) }
    #expect(fixture.clock.sleeperCount == 0)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `none of ten thousand is lost over a thousand flaps`(seed: UInt64) async {
    let random = RandomSource(SeededGenerator(seed: seed))
    let fixture = GateFixture(settings: ReleaseSettings(limit: 8), random: random)
    let count = InFlightCount()
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<1000 {
      let beginning = fixture.clock.moment
      fixture.clock.manual.advance(by: .milliseconds(Int(random.next() * 3000)))
      for _ in 0..<10 {
        let work = Self.work(in: fixture, count, random, after: beginning..<fixture.clock.moment)
        tasks.append(Task { await work.run() })
      }
      await Task.yield()
      // Some of this flap's, of earlier ones, and of those that are through already.
      tasks[Int(random.next() * Double(tasks.count))].cancel()
    }
    await fixture.clock.run { count.passed + count.cancelled == 10_000 }
    for task in tasks { await task.value }
    #expect(count.passed + count.cancelled == 10_000)
    #expect(count.passed >= 9000)
    #expect(count.cancelled > 0)
    #expect((2...8).contains(count.highest))
    for number in 0..<20 { Self.expectNothingLeft(of: "\(number)", in: fixture) }
    #expect(fixture.clock.sleeperCount == 0)
  }

  private static func work(
    in fixture: GateFixture,
    _ count: InFlightCount,
    _ random: RandomSource,
    after outage: Range<BootInstant>
  ) -> GateWork {
    GateWork(
      gate: fixture.gate,
      count: count,
      destination: "\(Int(random.next() * 20))",
      wait: random.next() < 0.2 ? nil : outage,
      isUrgent: random.next() < 0.1,
      outcome: { Self.outcome(at: random.next()) }
    )
  }

  private static func outcome(at draw: Double) -> ReleaseOutcome {
    switch draw {
    case ..<0.05: .overloaded(retryAfter: nil)
    case ..<0.06: .overloaded(retryAfter: .seconds(20))
    case ..<0.2: .connectionFailure
    case ..<0.25: .givenBack
    default: .success
    }
  }

  private static func expectNothingLeft(of destination: String, in fixture: GateFixture) {
    #expect(fixture.gate.waiterCount(at: destination) == 0)
    #expect((fixture.gate.machine(of: destination)?.inFlight ?? 0) == 0)
  }
}
