import Testing

@testable import NetwatchCore

/// What follows where traffic fails locally and the kernel is asked.
@Suite struct StateMachineConfirmationTests {
  @Test(arguments: [
    TimelineCase(
      "confirmed",
      [
        .at(100, .confirmation(.nothing))
      ],
      gives: ["100 none g1 traffic"]
    ),
    TimelineCase(
      "confirmed while the loss is pending",
      [
        .at(100, .snapshot(.nothing, .link)), .at(120, .confirmation(.nothing)),
      ],
      gives: ["120 none g1 link"]
    ),
    TimelineCase("not confirmed", [.at(100, .confirmation(.by(1)))], gives: []),
    TimelineCase(
      "not confirmed, but another path",
      [
        .at(100, .confirmation(.by(2)))
      ],
      gives: ["100 unverified g2 traffic"]
    ),
    TimelineCase(
      "confirmed again",
      [
        .at(100, .confirmation(.nothing)), .at(120, .confirmation(.nothing)),
      ],
      gives: ["100 none g1 traffic"]
    ),
    TimelineCase(
      "confirmed while a recovery is pending",
      from: .nothing,
      [
        .at(100, .kernel(.by(1))), .at(120, .confirmation(.nothing)),
      ],
      gives: []
    ),
    TimelineCase(
      "not confirmed while another loss is pending",
      settings: .probing,
      [
        .at(0, .started), .at(10, .probe(.timeout)), .at(220, .probe(.timeout)),
        .at(250, .confirmation(.by(1))),
      ],
      until: 1000,
      gives: [
        "0 probe", "10 unverified g1 probe", "210 probe", "320 limited g1 probe",
      ]
    ),
  ])
  func `a local failure is told at once where the kernel confirms it`(_ sample: TimelineCase) {
    sample.check()
  }
}
