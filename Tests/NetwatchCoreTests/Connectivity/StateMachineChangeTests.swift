import Testing

@testable import NetwatchCore

/// What changes while the connection stays available, or stays unavailable.
@Suite struct StateMachineChangeTests {
  @Test(arguments: [
    TimelineCase(
      "another gateway",
      [.at(100, .kernel(.by(2)))],
      gives: ["100 unverified g2 route"]
    ),
    TimelineCase(
      "a second family",
      [
        .at(100, .snapshot(.by(1, 1), .address))
      ],
      gives: ["100 unverified g2 address"]
    ),
    TimelineCase(
      "the second family lost, and back",
      from: .by(1, 1),
      [
        .at(100, .kernel(.by(1))), .at(200, .kernel(.by(1, 1))),
      ],
      gives: ["100 unverified g1 route", "200 unverified g2 route"]
    ),
    TimelineCase(
      "the interface renamed",
      [
        .at(100, .snapshot(Snapshot(ipv4: .by(.ipv4(1), name: "wan0"), ipv6: .none), .link))
      ],
      gives: ["100 unverified g1 link"]
    ),
    TimelineCase(
      "another source address",
      [
        .at(100, .snapshot(Snapshot(ipv4: .by(.ipv4(1), source: 1), ipv6: .none), .address))
      ],
      gives: ["100 unverified g1 address"]
    ),
    TimelineCase(
      "another reason",
      from: .nothing,
      [
        .at(100, .snapshot(.linkDown, .link))
      ],
      gives: ["100 none g1 link"]
    ),
    TimelineCase(
      "another metric is no news",
      [
        .at(100, .kernel(Snapshot(ipv4: .by(.ipv4(1), metric: 7), ipv6: .none)))
      ],
      gives: []
    ),
    TimelineCase(
      "a message about nothing that matters is no news",
      [
        .at(100, .snapshot(.by(1), .overrun)), .at(200, .snapshot(.by(1), .poll)),
      ],
      gives: []
    ),
    TimelineCase(
      "another link took index and name",
      [
        .at(100, .deleted([2])), .at(101, .snapshot(.by(1), .link)), .at(102, .kernel(.by(1))),
      ],
      gives: ["101 unverified g2 link"]
    ),
    TimelineCase(
      "the link went, another came before the loss was told",
      [
        .at(100, .deleted([2])), .at(101, .snapshot(.nothing, .link)), .at(150, .kernel(.by(1))),
      ],
      gives: ["150 unverified g2 route"]
    ),
    TimelineCase(
      "a link that carries nothing went",
      [
        .at(100, .deleted([9])), .at(101, .snapshot(.by(1), .link)),
      ],
      gives: []
    ),
    TimelineCase(
      "suspended and back",
      [
        .at(100, .resumed(.by(1)))
      ],
      gives: ["100 unverified g2 resume"]
    ),
    TimelineCase(
      "suspended, and back elsewhere",
      [
        .at(100, .resumed(.by(nil, 1)))
      ],
      gives: ["100 unverified g2 resume"]
    ),
    TimelineCase(
      "suspended, and back with nothing",
      [
        .at(100, .resumed(.nothing))
      ],
      gives: ["200 none g1 resume"]
    ),
    TimelineCase(
      "suspended with nothing, and back with nothing",
      from: .nothing,
      [
        .at(100, .resumed(.nothing))
      ],
      gives: []
    ),
  ])
  func `changes at constant availability are told at once`(_ sample: TimelineCase) {
    sample.check()
  }

  @Test func `fresher details of the same state are no new state`() {
    var timeline = Timeline()
    let before = timeline.machine.published
    timeline.at(100, .kernel(Snapshot(ipv4: .by(.ipv4(1), metric: 7), ipv6: .none)))
    #expect(timeline.machine.published.snapshot.ipv4.egress?.metric == 7)
    #expect(timeline.machine.published.time == before.time)
    #expect(timeline.machine.published.cause == before.cause)
  }

  @Test func `the level is as old as observers know it`() {
    var timeline = Timeline()
    timeline.at(100, .kernel(.by(2)))
    #expect(timeline.machine.published.since == Moment.ms(0).wall)
    #expect(timeline.machine.published.time == Moment.ms(100).wall)
    timeline.at(200, .kernel(.nothing))
    timeline.at(400, .nothing)
    #expect(timeline.machine.published.since == Moment.ms(300).wall)
  }
}
