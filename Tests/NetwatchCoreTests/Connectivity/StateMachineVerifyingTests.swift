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

  @Test func `the first success of a round settles it, whatever the others still do`() {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    timeline.at(10, .report(.ipv4(.success, endpoint: "a")))
    #expect(timeline.machine.settled.level == .full)
    #expect(!timeline.machine.isVerifying)
    timeline.at(3000, .reports([.ipv4(.success, endpoint: "a"), .ipv4(.timeout, endpoint: "b")]))
    timeline.at(30_001, .nothing)
    #expect(
      timeline.lines == ["0 probe", "10 full g1 probe", "3000 full g1 probe", "30000 probe"]
    )
  }

  @Test func `a doubt after the first success waits for the end of the round`() {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    timeline.at(10, .report(.ipv4(.success)))
    timeline.at(20, .failed())
    #expect(timeline.machine.isVerifying)
  }

  @Test(arguments: ProbeOutcome.allCases.filter { $0 != .success })
  func `no other outcome settles a round before its end`(outcome: ProbeOutcome) {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    timeline.at(10, .report(.ipv4(outcome)))
    #expect(timeline.machine.isVerifying)
    #expect(timeline.lines == ["0 probe"])
  }
}
