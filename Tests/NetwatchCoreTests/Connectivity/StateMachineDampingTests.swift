import Testing

@testable import NetwatchCore

@Suite struct StateMachineDampingTests {
  @Test(arguments: [
    TimelineCase("nothing happens", [], gives: []),
    TimelineCase(
      "a loss is told after its delay",
      [
        .at(100, .kernel(.nothing))
      ],
      gives: ["200 none g1 route"]
    ),
    TimelineCase(
      "the same path back in time: nothing happened",
      [
        .at(100, .kernel(.nothing)), .at(199, .kernel(.by(1))),
      ],
      gives: []
    ),
    TimelineCase(
      "the same path back in the moment the loss is due",
      [
        .at(100, .kernel(.nothing)), .at(200, .kernel(.by(1))),
      ],
      gives: []
    ),
    TimelineCase(
      "a loss told, and back after the recovery delay with a new generation",
      [
        .at(100, .kernel(.nothing)), .at(1000, .kernel(.by(1))),
      ],
      gives: ["200 none g1 route", "1250 unverified g2 route"]
    ),
    TimelineCase(
      "each flap after the first doubles the recovery delay",
      [
        .at(100, .kernel(.nothing)), .at(1000, .kernel(.by(1))),
        .at(2000, .kernel(.nothing)), .at(3000, .kernel(.by(1))),
        .at(4000, .kernel(.nothing)), .at(5000, .kernel(.by(1))),
      ],
      until: 9000,
      gives: [
        "200 none g1 route", "1250 unverified g2 route", "2100 none g2 route",
        "3500 unverified g3 route", "4100 none g3 route", "6000 unverified g4 route",
      ]
    ),
    TimelineCase(
      "no delays, no damping",
      settings: .init(lossDelay: .zero, recoveryDelay: .zero),
      [
        .at(100, .kernel(.nothing)), .at(101, .kernel(.by(1))),
      ],
      gives: ["100 none g1 route", "101 unverified g2 route"]
    ),
    TimelineCase(
      "the cause of a damped loss is the first",
      [
        .at(100, .snapshot(.nothing, .link)), .at(150, .snapshot(.linkDown, .address)),
      ],
      gives: ["200 none g1 link"]
    ),
    TimelineCase(
      "the cause of a loss taken back is forgotten",
      [
        .at(100, .snapshot(.nothing, .link)), .at(150, .snapshot(.by(1), .link)),
        .at(300, .snapshot(.nothing, .rule)),
      ],
      gives: ["400 none g1 rule"]
    ),
    TimelineCase(
      "the cause of a damped recovery is the first",
      from: .nothing,
      [
        .at(100, .snapshot(.by(1), .link)), .at(150, .snapshot(.by(1, 1), .address)),
      ],
      gives: ["350 unverified g3 link"]
    ),
    TimelineCase(
      "a recovery taken back: nothing happened",
      from: .nothing,
      [
        .at(100, .kernel(.by(1))), .at(300, .kernel(.nothing)),
      ],
      gives: []
    ),
    TimelineCase(
      "a path that nobody was told of comes back as another",
      from: .nothing,
      [
        .at(100, .kernel(.by(1))), .at(300, .kernel(.nothing)), .at(1000, .kernel(.by(1))),
      ],
      gives: ["1250 unverified g3 route"]
    ),
    TimelineCase(
      "another path in time is told at once",
      [
        .at(100, .snapshot(.nothing, .link)), .at(150, .kernel(.by(2))),
      ],
      gives: ["150 unverified g2 route"]
    ),
    TimelineCase(
      "half of it back in time is told at once",
      from: .by(1, 1),
      [
        .at(100, .kernel(.nothing)), .at(150, .kernel(.by(1))),
      ],
      gives: ["150 unverified g1 route"]
    ),
    TimelineCase(
      "a loss noticed late by a busy loop was none if the path is back",
      [
        .at(100, .kernel(.nothing)), .at(200, .kernel(.by(1))), .at(201, .kernel(.nothing)),
      ],
      gives: ["301 none g1 route"]
    ),
  ])
  func `flips of availability are damped`(_ sample: TimelineCase) { sample.check() }

  @Test func `while a loss is pending the published state stands whole`() {
    var timeline = Timeline()
    let before = timeline.machine.published
    timeline.at(100, .snapshot(.linkDown, .link))
    timeline.at(150, .snapshot(.nothing, .route))
    #expect(timeline.machine.published == before)
    #expect(timeline.machine.settled.level == .none)
    #expect(!timeline.machine.settled.isConnectionAssumedAvailable)
    #expect(timeline.machine.pendingFlip.map { $0.isLoss && $0.due == .ms(200) } ?? false)
    timeline.at(201, .nothing)
    #expect(timeline.machine.published.snapshot == .nothing)
    #expect(timeline.machine.pendingFlip == nil)
  }

  @Test func `while a recovery is pending the published state stands whole`() {
    var timeline = Timeline(.init(), .nothing)
    let before = timeline.machine.published
    timeline.at(100, .kernel(.by(1)))
    timeline.at(150, .verified())
    #expect(timeline.machine.published == before)
    #expect(timeline.machine.settled.level == .full)
    #expect(timeline.machine.pendingFlip.map { !$0.isLoss && $0.due == .ms(350) } ?? false)
    timeline.at(351, .nothing)
    #expect(timeline.machine.published.level == .full)
    #expect(timeline.machine.published.generation == 2)
  }

  @Test func `after a loss taken back everything is as it was`() {
    var timeline = Timeline()
    timeline.at(10, .verified())
    let (published, ticket) = (timeline.machine.published, timeline.machine.ticket)
    timeline.at(100, .kernel(.nothing))
    timeline.at(150, .kernel(.by(1)))
    #expect(timeline.machine.published == published)
    #expect(timeline.machine.ticket == ticket)
    #expect(timeline.machine.settled.level == .full)
    #expect(timeline.machine.flaps(at: .ms(200)) == 0)
  }
}
