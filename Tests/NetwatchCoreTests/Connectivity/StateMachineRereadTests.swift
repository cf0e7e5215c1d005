import Testing

@testable import NetwatchCore

/// Reading the state while nobody watches.
@Suite struct StateMachineRereadTests {
  private static func reread(
    _ snapshots: Snapshot...,
    deleting indexes: [Int32] = []
  ) -> ConnectivityStateMachine {
    var timeline = Timeline()
    timeline.at(50, .deleted(indexes))
    for (index, snapshot) in snapshots.enumerated() {
      timeline.at(Int64(100 + index), .reread(snapshot))
    }
    return timeline.machine
  }

  @Test func `a loss is told undamped, and nothing is pending`() {
    let machine = Self.reread(.nothing)
    #expect(machine.published.level == .none)
    #expect(machine.published.cause == .poll)
    #expect(machine.pendingFlip == nil)
  }

  @Test func `a recovery is told undamped, with a new generation`() {
    let machine = Self.reread(.nothing, .by(1))
    #expect(machine.published.level == .unverified)
    #expect(machine.published.generation == 2)
    #expect(machine.pendingFlip == nil)
  }

  @Test func `the same again is the same`() {
    let machine = Self.reread(.by(1), .by(1))
    #expect(machine.published.cause == .start)
    #expect(machine.published.generation == 1)
    #expect(machine.published.time == Moment.ms(0).wall)
  }

  @Test func `another link of the same index is another path`() {
    #expect(Self.reread(.by(1), deleting: [2]).published.generation == 2)
  }

  @Test func `reading ends what was pending when watching ended`() {
    var timeline = Timeline()
    timeline.at(100, .kernel(.nothing))
    timeline.at(150, .reread(.nothing))
    #expect(timeline.machine.published.level == .none)
    timeline.at(10_000, .nothing)
    #expect(timeline.lines == [])
  }
}
