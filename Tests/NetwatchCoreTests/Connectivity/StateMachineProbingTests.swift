import Testing

@testable import NetwatchCore

@Suite struct StateMachineProbingTests {
  /// Two failed rounds bring the level down at 220 ms, and that is told at 320 ms.
  private static let falling: [Timeline.Step] = [
    .at(0, .started), .at(10, .probe(.timeout)), .at(220, .probe(.timeout)),
  ]
  private static let fallen = [
    "0 probe", "10 unverified g1 probe", "210 probe", "320 limited g1 probe",
  ]

  @Test(arguments: [
    TimelineCase(
      "nothing is probed before the monitor runs",
      settings: .probing,
      [
        .at(100, .kernel(.by(2))), .at(200, .failed()),
      ],
      gives: ["100 unverified g2 route"]
    ),
    TimelineCase(
      "nothing is probed where there is no route",
      settings: .probing,
      from: .nothing,
      [
        .at(0, .started)
      ],
      gives: []
    ),
    TimelineCase(
      "nothing is probed without probes",
      [
        .at(0, .started), .at(100, .kernel(.by(2))), .at(200, .failed()),
      ],
      gives: ["100 unverified g2 route"]
    ),
    TimelineCase(
      "a success is told at once, and repeated at the interval",
      settings: .probing,
      [
        .at(0, .started), .at(30, .probe(.success)), .at(30_020, .probe(.success)),
      ],
      until: 60_001,
      gives: ["0 probe", "30 full g1 probe", "30000 probe", "60000 probe"]
    ),
    TimelineCase(
      "one failed round is repeated, and no fall",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.timeout)), .at(220, .probe(.success)),
      ],
      until: 30_000,
      gives: [
        "0 probe", "10 unverified g1 probe", "210 probe", "220 full g1 probe",
      ]
    ),
    TimelineCase(
      "unverified falls after two",
      settings: .probing,
      falling,
      until: 1000,
      gives: fallen
    ),
    TimelineCase(
      "full falls after two",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)), .at(30_010, .probe(.timeout)),
        .at(30_220, .probe(.timeout)),
      ],
      until: 31_000,
      gives: [
        "0 probe", "10 full g1 probe", "30000 probe", "30010 full g1 probe", "30210 probe",
        "30320 limited g1 probe",
      ]
    ),
    TimelineCase(
      "while it is down rounds come after 1, 2, 4 s",
      settings: .probing,
      falling + [
        .at(1220, .probe(.timeout)), .at(3220, .probe(.timeout)), .at(7220, .probe(.timeout)),
      ],
      until: 15_211,
      gives: fallen + ["1210 probe", "3210 probe", "7210 probe", "15210 probe"]
    ),
    TimelineCase(
      "a success lifts it after the recovery delay",
      settings: .probing,
      falling + [
        .at(1220, .probe(.success))
      ],
      until: 31_000,
      gives: fallen + ["1210 probe", "1470 full g1 probe"]
    ),
    TimelineCase(
      "a portal is told from a failure",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.portal)), .at(220, .probe(.portal)),
        .at(1220, .probe(.timeout)),
      ],
      until: 2000,
      gives: [
        "0 probe", "10 unverified g1 probe", "210 probe", "320 portal g1 probe", "1210 probe",
        "1220 limited g1 probe",
      ]
    ),
    TimelineCase(
      "names that do not resolve yet say nothing",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.dnsFailure)), .at(1010, .probe(.success)),
      ],
      gives: ["0 probe", "10 unverified g1 probe", "1000 probe", "1010 full g1 probe"]
    ),
    TimelineCase(
      "rounds that can try nothing are not repeated without a pause",
      settings: .probing,
      [
        .at(0, .started), .at(1, .reports([])), .at(1001, .reports([])),
      ],
      until: 3001,
      gives: ["0 probe", "1000 probe", "3000 probe"]
    ),
  ])
  func `rounds of probes move the level`(_ sample: TimelineCase) { sample.check() }

  @Test(arguments: [
    TimelineCase(
      "a new path is unverified, and probed at once",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)), .at(500, .kernel(.by(2))),
      ],
      until: 1000,
      gives: ["0 probe", "10 full g1 probe", "500 unverified g2 route", "500 probe"]
    ),
    TimelineCase(
      "a new path while limited",
      settings: .probing,
      falling + [
        .at(500, .kernel(.by(2))), .at(600, .probe(.timeout)),
      ],
      until: 801,
      gives: fallen + ["500 probe", "750 unverified g2 route", "800 probe"]
    ),
    TimelineCase(
      "a second family while limited",
      settings: .probing,
      falling + [
        .at(500, .kernel(.by(1, 1)))
      ],
      until: 801,
      gives: fallen + ["500 probe", "750 unverified g2 route"]
    ),
    TimelineCase(
      "a path that changes under a round",
      settings: .probing,
      [
        .at(0, .started), .at(50, .kernel(.by(2))), .at(60, .probe(.success)),
      ],
      until: 200,
      gives: ["0 probe", "50 give up", "50 unverified g2 route", "100 probe"]
    ),
    TimelineCase(
      "a path that goes under a round",
      settings: .probing,
      [
        .at(0, .started), .at(50, .kernel(.nothing)), .at(60, .probe(.success)),
      ],
      until: 9000,
      gives: ["0 probe", "50 give up", "150 none g1 route"]
    ),
    TimelineCase(
      "the same path back in time is probed on",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)), .at(500, .kernel(.nothing)),
        .at(550, .kernel(.by(1))), .at(560, .probe(.success)),
      ],
      until: 31_000,
      gives: ["0 probe", "10 full g1 probe", "550 probe", "30550 probe"]
    ),
    TimelineCase(
      "the path returns in time after it went under a round",
      settings: .probing,
      [
        .at(0, .started), .at(50, .kernel(.nothing)), .at(90, .kernel(.by(1))),
        .at(110, .probe(.success)),
      ],
      until: 200,
      gives: ["0 probe", "50 give up", "100 probe", "110 full g1 probe"]
    ),
    TimelineCase(
      "the proven family goes, the other stays",
      settings: .probing,
      from: .by(1, 1),
      [
        .at(0, .started), .at(10, .reports([.ipv4(.success), .ipv6(.timeout)])),
        .at(500, .kernel(.by(nil, 1))),
      ],
      until: 1000,
      gives: ["0 probe", "10 full g1 probe", "500 unverified g1 route", "500 probe"]
    ),
    TimelineCase(
      "the unproven family goes",
      settings: .probing,
      from: .by(1, 1),
      [
        .at(0, .started), .at(10, .reports([.ipv4(.success), .ipv6(.timeout)])),
        .at(500, .kernel(.by(1))),
      ],
      until: 1000,
      gives: ["0 probe", "10 full g1 probe", "500 full g1 route"]
    ),
    TimelineCase(
      "a family goes under a round, whose other half counts",
      settings: .probing,
      from: .by(1, 1),
      [
        .at(0, .started), .at(50, .kernel(.by(nil, 1))),
        .at(60, .reports([.ipv4(.success), .ipv6(.timeout)])),
        .at(270, .reports([.ipv6(.success)])),
      ],
      until: 1000,
      gives: [
        "0 probe", "50 unverified g1 route", "60 unverified g1 probe", "260 probe",
        "270 full g1 probe",
      ]
    ),
    TimelineCase(
      "a round that only tried what is gone is made again",
      settings: .probing,
      from: .by(1, 1),
      [
        .at(0, .started), .at(50, .kernel(.by(nil, 1))), .at(60, .reports([.ipv4(.success)])),
      ],
      until: 200,
      gives: [
        "0 probe", "50 unverified g1 route", "60 unverified g1 probe", "100 probe",
      ]
    ),
    TimelineCase(
      "suspended and back",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)), .at(500, .resumed(.by(1))),
      ],
      until: 1000,
      gives: ["0 probe", "10 full g1 probe", "500 unverified g2 resume", "500 probe"]
    ),
    TimelineCase(
      "another name and source are not probed",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.success)),
        .at(500, .kernel(Snapshot(ipv4: .by(.ipv4(1), name: "wan0", source: 1), ipv6: .none))),
      ],
      until: 1000,
      gives: ["0 probe", "10 full g1 probe", "500 full g1 route"]
    ),
  ])
  func `changes of the path are probed at once`(_ sample: TimelineCase) { sample.check() }

  @Test func `a round that was given up is ignored when it ends`() {
    var timeline = Timeline(.probing)
    timeline.at(0, .started)
    timeline.at(50, .kernel(.by(2)))
    let before = timeline.machine.settled
    timeline.at(60, .probe(.success))
    #expect(timeline.machine.settled == before)
    #expect(timeline.machine.settled.probes.isEmpty)
  }

  @Test func `timings alone are fresher details and no news`() {
    var timeline = Timeline(.probing)
    var report = ProbeReport.ipv4(.success)
    timeline.at(0, .started)
    timeline.at(10, .reports([report]))
    report.timings.total = .milliseconds(99)
    timeline.at(30_010, .reports([report]))
    #expect(timeline.lines == ["0 probe", "10 full g1 probe", "30000 probe"])
    #expect(timeline.machine.published.probes == [report])
    #expect(timeline.machine.published.time == Moment.ms(10).wall)
  }

  @Test func `probes keep the newest outcome of each endpoint and family`() {
    var timeline = Timeline(.probing, .by(1, 1))
    timeline.at(0, .started)
    timeline.at(10, .reports([.ipv4(.timeout), .ipv6(.timeout)]))
    timeline.at(50, .kernel(.by(1)))
    timeline.at(220, .reports([.ipv4(.success)]))
    #expect(timeline.machine.published.probes == [.ipv4(.success), .ipv6(.timeout)])
  }
}
