import Testing

@testable import NetwatchCore

@Suite struct TrafficEvidenceTests {
  @Test(arguments: [false, true])
  func `verified traffic proves the path`(hasProbes: Bool) {
    var fixture = EvidenceMachineFixture(hasProbes: hasProbes)
    fixture.verified()
    #expect(fixture.level == .full)
    fixture.pathBegan(Generations(ipv4: 2, ipv6: nil))
    #expect(fixture.level == .unverified)
  }

  @Test func `traffic over a family that is gone proves nothing`() {
    var fixture = EvidenceMachineFixture()
    fixture.verified(.ipv6)
    #expect(fixture.level == .unverified)
  }

  @Test func `without probes a proof grows old after one interval`() {
    var fixture = EvidenceMachineFixture(hasProbes: false)
    fixture.verified(at: 0)
    fixture.verified(at: 1000)
    #expect(fixture.machine.deadline == .ms(31_000))
    fixture.machine.timePassed(at: .ms(30_999))
    #expect(fixture.level == .full)
    fixture.machine.timePassed(at: .ms(31_000))
    #expect(fixture.level == .unverified)
    #expect(fixture.machine.deadline == nil)
  }

  @Test func `with probes a proof stands until they answer`() {
    var fixture = EvidenceMachineFixture()
    fixture.verified(at: 0)
    #expect(fixture.machine.deadline == nil)
    fixture.machine.timePassed(at: .s(1000))
    #expect(fixture.level == .full)
    fixture.round(.timeout, at: 1_000_000)
    fixture.round(.timeout, at: 1_000_200)
    #expect(fixture.level == .limited)
  }

  @Test func `traffic that got through outweighs probes that fail, for one interval`() {
    var fixture = EvidenceMachineFixture()
    fixture.verified(at: 0)
    #expect(fixture.round(.timeout, at: 10) == .outweighed)
    #expect(fixture.round(.timeout, at: 29_999) == .outweighed)
    #expect(fixture.machine.failedRounds == 0)
    #expect(fixture.round(.timeout, at: 30_000) == .failed)
  }

  @Test func `a doubted proof outweighs nothing`() {
    var fixture = EvidenceMachineFixture()
    fixture.verified(at: 0)
    fixture.failed(at: 5)
    #expect(fixture.level == .full)
    #expect(fixture.round(.timeout, at: 10) == .failed)
  }

  @Test func `without probes one failure lowers full to unverified`() {
    var fixture = EvidenceMachineFixture(hasProbes: false)
    fixture.verified(at: 0)
    fixture.failed(at: 5)
    #expect(fixture.level == .unverified)
    #expect(fixture.machine.deadline == nil)
  }

  @Test func `failures alone never make a supporting policy unavailable`() {
    var fixture = EvidenceMachineFixture(hasProbes: false)
    for index in 0..<50 { fixture.failed("\(index)", at: Int64(index)) }
    #expect(fixture.level == .unverified)
  }

  @Test func `verified traffic lifts what probes and traffic brought down`() {
    var fixture = EvidenceMachineFixture()
    fixture.round(.timeout)
    fixture.round(.timeout)
    fixture.verified()
    #expect(fixture.level == .full)
    #expect(fixture.machine.failedRounds == 0)
  }

  @Test func `a plain answer lifts nothing that probes brought down, and proves nothing`() {
    var fixture = EvidenceMachineFixture(policy: .decisive)
    fixture.machine.trafficAnswered()
    #expect(fixture.level == .unverified)
    fixture.round(.portal)
    fixture.round(.portal)
    fixture.machine.trafficAnswered()
    #expect(fixture.level == .portal)
  }
}
