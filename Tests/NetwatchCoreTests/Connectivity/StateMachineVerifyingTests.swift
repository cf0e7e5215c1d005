import Testing

@testable import NetwatchCore

/// What deciders see: the settled state, and whether it is worth waiting for a better one.
@Suite struct StateMachineVerifyingTests {
  @Test func `nothing is verified before the monitor runs, nor without probes`() {
    var waiting = Timeline(.probing)
    waiting.at(100, .kernel(.by(2)))
    #expect(!waiting.machine.isVerifying)
    var unprobed = Timeline()
    unprobed.at(0, .started)
    unprobed.at(100, .failed())
    #expect(!unprobed.machine.isVerifying)
  }

  @Test func `a path that began is verified until a round has answered`() {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    #expect(timeline.machine.isVerifying)
    timeline.at(10, .nothing)
    #expect(timeline.machine.isVerifying)
    timeline.at(20, .probe(.success))
    #expect(!timeline.machine.isVerifying)
  }

  @Test func `a failed round is verified by its repetition, and then the level has fallen`() {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    timeline.at(10, .probe(.timeout))
    #expect(timeline.machine.isVerifying)
    #expect(timeline.machine.settled.level == .unverified)
    timeline.at(220, .probe(.timeout))
    #expect(!timeline.machine.isVerifying)
    #expect(timeline.machine.settled.level == .limited)
    #expect(timeline.machine.published.level == .unverified)
  }

  @Test func `a failure of traffic is verified, a round in its turn is not`() {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    timeline.at(10, .probe(.success))
    timeline.at(30_001, .nothing)
    #expect(!timeline.machine.isVerifying)
    timeline.at(30_002, .failed())
    #expect(timeline.machine.isVerifying)
    timeline.at(30_010, .probe(.success))
    #expect(!timeline.machine.isVerifying)
  }

  @Test func `who is unavailable has nothing to wait for`() {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    timeline.at(10, .kernel(.nothing))
    #expect(!timeline.machine.isVerifying)
  }

  @Test func `a success is settled at once and told after its delay`() {
    var timeline = Timeline(.probing)
    timeline.run(
      [.at(0, .started), .at(10, .probe(.timeout)), .at(220, .probe(.timeout))],
      until: 1300
    )
    timeline.at(1300, .probe(.success))
    #expect(timeline.machine.settled.level == .full)
    #expect(timeline.machine.published.level == .limited)
  }
}
