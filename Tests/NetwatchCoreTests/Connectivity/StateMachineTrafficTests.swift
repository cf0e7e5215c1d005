import Testing

@testable import NetwatchCore

@Suite struct StateMachineTrafficTests {
  private static let decided: [Timeline.Step] = [
    .at(100, .failed("a")), .at(200, .failed("b")), .at(300, .failed("a")),
  ]

  @Test(arguments: [
    TimelineCase("verified", [.at(100, .verified())], gives: ["100 full g1 traffic"]),
    TimelineCase(
      "verified, and nothing for one interval",
      [
        .at(100, .verified())
      ],
      until: 40_000,
      gives: ["100 full g1 traffic", "30100 unverified g1 traffic"]
    ),
    TimelineCase(
      "verified again and again",
      [
        .at(100, .verified()), .at(20_000, .verified()),
      ],
      until: 40_000,
      gives: ["100 full g1 traffic"]
    ),
    TimelineCase(
      "verified over a family that is not reachable",
      [
        .at(100, .verified(.ipv6))
      ],
      gives: []
    ),
    TimelineCase(
      "verified by another way than the judged path",
      [
        .at(100, .traffic(.verified, nil, destination: "a"))
      ],
      gives: []
    ),
    TimelineCase(
      "a plain answer",
      [
        .at(100, .traffic(.answered, .ipv4, destination: "a"))
      ],
      gives: []
    ),
    TimelineCase(
      "one failure",
      [.at(100, .verified()), .at(200, .failed())],
      gives: [
        "100 full g1 traffic", "200 unverified g1 traffic",
      ]
    ),
    TimelineCase(
      "refused",
      [
        .at(100, .verified()), .at(200, .traffic(.failed(.refused), .ipv4, destination: "a")),
      ],
      gives: ["100 full g1 traffic"]
    ),
    TimelineCase(
      "a local failure, which is for the kernel to confirm",
      [
        .at(100, .verified()), .at(200, .traffic(.failed(.local), .ipv4, destination: "a")),
      ],
      gives: ["100 full g1 traffic"]
    ),
    TimelineCase("failing for long", decided, gives: []),
    TimelineCase(
      "the proven family goes",
      from: .by(1, 1),
      [
        .at(100, .verified()), .at(200, .kernel(.by(nil, 1))),
      ],
      gives: ["100 full g1 traffic", "200 unverified g1 route"]
    ),
    TimelineCase(
      "a proof stands while the path is away unnoticed",
      [
        .at(100, .verified()), .at(200, .kernel(.nothing)), .at(250, .kernel(.by(1))),
      ],
      gives: ["100 full g1 traffic"]
    ),
    TimelineCase(
      "a proof ends with its path",
      [
        .at(100, .verified()), .at(200, .kernel(.by(2))), .at(300, .kernel(.by(1))),
      ],
      gives: ["100 full g1 traffic", "200 unverified g2 route", "300 unverified g3 route"]
    ),
  ])
  func `without probes real traffic moves the level`(_ sample: TimelineCase) { sample.check() }

  @Test(arguments: [
    TimelineCase(
      "three failures at two destinations",
      settings: .decisive,
      decided,
      gives: [
        "400 limited g1 traffic"
      ]
    ),
    TimelineCase(
      "withdrawn by a plain answer",
      settings: .decisive,
      decided + [
        .at(1000, .traffic(.answered, .ipv4, destination: "a"))
      ],
      gives: ["400 limited g1 traffic", "1250 unverified g1 traffic"]
    ),
    TimelineCase(
      "withdrawn in time",
      settings: .decisive,
      decided + [
        .at(350, .traffic(.answered, .ipv4, destination: "a"))
      ],
      gives: []
    ),
    TimelineCase(
      "lifted by a verified answer",
      settings: .decisive,
      decided + [
        .at(1000, .verified())
      ],
      gives: ["400 limited g1 traffic", "1250 full g1 traffic"]
    ),
    TimelineCase(
      "forgotten on a new path",
      settings: .decisive,
      decided + [
        .at(1000, .kernel(.by(2)))
      ],
      gives: ["400 limited g1 traffic", "1250 unverified g2 route"]
    ),
    TimelineCase(
      "lost altogether",
      settings: .decisive,
      decided + [
        .at(1000, .kernel(.nothing))
      ],
      gives: ["400 limited g1 traffic", "1000 none g1 route"]
    ),
  ])
  func `where it is decisive it makes the connection unavailable`(_ sample: TimelineCase) {
    sample.check()
  }

  @Test(arguments: [
    TimelineCase(
      "a proof puts probes off by one interval at least",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)), .at(20_000, .verified()),
      ],
      until: 55_000,
      gives: ["0 probe", "10 full g1 probe", "50750 probe"]
    ),
    TimelineCase(
      "a proof outweighs a round under way that fails",
      settings: .probing,
      [
        .at(0, .started), .at(50, .verified()), .at(60, .probe(.timeout)),
      ],
      until: 29_000,
      gives: ["0 probe", "50 full g1 traffic", "60 full g1 probe"]
    ),
    TimelineCase(
      "a failure at full is probed at once",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)), .at(5000, .failed()),
        .at(5010, .probe(.success)),
      ],
      until: 30_000,
      gives: ["0 probe", "10 full g1 probe", "5000 probe"]
    ),
    TimelineCase(
      "failures at full, and probes fail too",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)), .at(5000, .failed()),
        .at(5010, .probe(.timeout)), .at(5220, .probe(.timeout)),
      ],
      until: 6000,
      gives: [
        "0 probe", "10 full g1 probe", "5000 probe", "5010 full g1 probe", "5210 probe",
        "5320 limited g1 probe",
      ]
    ),
    TimelineCase(
      "a refusal is not probed",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)),
        .at(5000, .traffic(.failed(.refused), .ipv4, destination: "a")),
      ],
      until: 29_000,
      gives: ["0 probe", "10 full g1 probe"]
    ),
    TimelineCase(
      "failures while limited do not hurry the probes",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.timeout)), .at(220, .probe(.timeout)),
        .at(400, .failed()), .at(500, .failed()), .at(600, .failed("b")),
      ],
      until: 2000,
      gives: [
        "0 probe", "10 unverified g1 probe", "210 probe", "320 limited g1 probe", "1210 probe",
      ]
    ),
    TimelineCase(
      "verified while limited",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.timeout)), .at(220, .probe(.timeout)),
        .at(1000, .verified()),
      ],
      until: 31_000,
      gives: [
        "0 probe", "10 unverified g1 probe", "210 probe", "320 limited g1 probe",
        "1250 full g1 traffic",
      ]
    ),
  ])
  func `with probes it guides them`(_ sample: TimelineCase) { sample.check() }

  @Test func `traffic that started on an older path says nothing of the present one`() {
    var timeline = Timeline()
    timeline.takeTicket()
    timeline.at(100, .kernel(.by(2)))
    timeline.at(200, .verified())
    #expect(timeline.machine.settled.level == .unverified)
  }

  @Test func `traffic that started before a suspend says nothing after it`() {
    var timeline = Timeline(.decisive)
    timeline.takeTicket()
    timeline.at(100, .resumed(.by(1)))
    for destination in ["a", "b", "c"] { timeline.at(200, .failed(destination)) }
    #expect(timeline.machine.settled.level == .unverified)
  }

  @Test func `traffic that started before the other family changed still counts`() {
    var timeline = Timeline(.init(), .by(1, 1))
    timeline.takeTicket()
    timeline.at(100, .kernel(.by(1, 2)))
    timeline.at(200, .verified())
    #expect(timeline.machine.settled.level == .full)
  }

  @Test func `while limited one piece of work is let through per step`() {
    var timeline = Timeline(.decisive)
    timeline.run(Self.decided, until: 1000)
    let claims = stride(from: Int64(1000), through: 8000, by: 100).filter {
      timeline.canaryClaimed(at: $0)
    }
    #expect(claims == [1300, 3300, 7300])
    timeline.at(8100, .verified())
    #expect(timeline.machine.settled.level == .full)
    #expect(timeline.canaryClaimed(at: 60_000) == false)
  }
}
