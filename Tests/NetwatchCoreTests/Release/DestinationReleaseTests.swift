import Testing

@testable import NetwatchCore

@Suite struct DestinationReleaseTests {
  typealias Event = ReleaseScript.Event

  /// Events, and the gap in milliseconds and the window that they lead to.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var events: [Event]
    var gap: Int
    var window: Int

    init(_ name: String, _ events: [Event], gap: Int = 0, window: Int) {
      (self.name, self.events, self.gap, self.window) = (name, events, gap, window)
    }

    var testDescription: String { name }
  }

  static let windows: [Case] = [
    Case("before any outage all is open", [], window: 64),
    Case("success of what is open changes nothing", [.attempt(.success, 100)], window: 64),
    Case("an outage leaves one canary", [.outage(seconds: 1)], window: 1),
    Case("its success lets two go", [.outage(seconds: 1), .attempt(.success)], window: 2),
    Case(
      "a window's worth of successes doubles it",
      [.outage(seconds: 1), .attempt(.success), .begin(2), .end(.success, 2)],
      window: 4
    ),
    Case("up to the limit", [.outage(seconds: 1), .attempt(.success, 63)], window: 64),
    Case("and no further", [.outage(seconds: 1), .attempt(.success, 500)], window: 64),
    Case(
      "another outage asks for another canary",
      [.outage(seconds: 1), .attempt(.success, 9), .outage(seconds: 1)],
      window: 1
    ),
    Case(
      "a canary given back leaves all as it was",
      [.outage(seconds: 1), .attempt(.givenBack, 20)],
      window: 1
    ),
    Case(
      "what was in flight through the outage is no canary",
      [.begin(2), .outage(seconds: 1), .end(.success), .end(.connectionFailure)],
      window: 1
    ),
  ]

  static let gaps: [Case] = [
    Case(
      "a canary without connection closes",
      [.outage(seconds: 1), .attempt(.connectionFailure)],
      gap: 1000,
      window: 1
    ),
    Case(
      "a refused canary closes",
      [.outage(seconds: 1), .attempt(Event.busy)],
      gap: 1000,
      window: 1
    ),
    Case("one refusal closes what is open", [.attempt(Event.busy)], gap: 1000, window: 1),
    Case("one failure does not", [.attempt(.connectionFailure)], window: 64),
    Case("seven of seven do not", [.attempt(.connectionFailure, 7)], window: 64),
    Case("eight of eight do", [.attempt(.connectionFailure, 8)], gap: 1000, window: 1),
    Case(
      "four of eight do not",
      [.attempt(.success, 4), .attempt(.connectionFailure, 4)],
      window: 64
    ),
    Case(
      "five of eight do",
      [.attempt(.success, 3), .attempt(.connectionFailure, 5)],
      gap: 1000,
      window: 1
    ),
    Case(
      "where there are more, up to 32 are looked at: sixteen of those do not",
      [.attempt(.success, 300), .attempt(.connectionFailure, 16)],
      window: 64
    ),
    Case(
      "and seventeen do, whatever came before",
      [.attempt(.success, 300), .attempt(.connectionFailure, 17)],
      gap: 1000,
      window: 1
    ),
    Case(
      "failures that lie further back are forgotten",
      [.attempt(.connectionFailure, 7), .attempt(.success, 16), .attempt(.connectionFailure, 16)],
      window: 64
    ),
    Case(
      "what is given back is no outcome",
      [.attempt(.connectionFailure, 7), .attempt(.givenBack, 9)],
      window: 64
    ),
    Case(
      "failures from before an outage do not count",
      [
        .attempt(.connectionFailure, 7), .outage(seconds: 1), .attempt(.success),
        .attempt(.connectionFailure, 6),
      ],
      window: 2
    ),
    Case("failure doubles the gap", [.attempt(Event.busy, 3)], gap: 4000, window: 1),
    Case(
      "of whatever kind",
      [.attempt(Event.busy), .attempt(.connectionFailure)],
      gap: 2000,
      window: 1
    ),
    Case("to at most 30 s", [.attempt(Event.busy, 6)], gap: 30_000, window: 1),
    Case("for ever", [.attempt(Event.busy, 600)], gap: 30_000, window: 1),
    Case(
      "success halves it",
      [.attempt(Event.busy, 3), .attempt(.success)],
      gap: 2000,
      window: 1
    ),
    Case(
      "half a second is a gap",
      [.attempt(Event.busy), .attempt(.success)],
      gap: 500,
      window: 1
    ),
    Case(
      "less is none, and the window opens as after a canary",
      [.attempt(Event.busy), .attempt(.success, 2)],
      window: 2
    ),
    Case(
      "and widens from there",
      [.attempt(Event.busy), .attempt(.success, 7)],
      window: 7
    ),
    Case(
      "after the longest gap it takes six successes",
      [.attempt(Event.busy, 9), .attempt(.success, 6)],
      window: 2
    ),
    Case(
      "a gap outlives an outage",
      [.attempt(Event.busy), .outage(seconds: 9)],
      gap: 1000,
      window: 1
    ),
    Case(
      "answers to what was sent before the gap opened do not close it further",
      [.begin(64), .end(Event.busy, 64)],
      gap: 1000,
      window: 1
    ),
    Case(
      "nor narrow it",
      [.begin(64), .end(Event.busy), .end(.success, 63)],
      gap: 1000,
      window: 1
    ),
    Case(
      "nor widen the window after it",
      [.begin(64), .end(Event.busy), .end(.success, 60), .end(.connectionFailure, 3)],
      gap: 1000,
      window: 1
    ),
  ]

  @Test(arguments: windows + gaps) func `the pace follows the outcomes`(example: Case) {
    let pace = ReleaseScript(example.events).pace
    #expect(pace.gap == .milliseconds(example.gap))
    #expect(pace.window == example.window)
  }

  @Test func `answers from before the gap went do not bring it back`() {
    // One goes out at the full window and is answered only after the gap has come and gone.
    var script = ReleaseScript([.begin(2), .end(Event.busy)])
    script.play(.attempt(.success, 2))
    #expect(script.pace.window == 2)
    script.play(.end(Event.busy))
    #expect(script.pace.gap == .zero)
    #expect(script.pace.window == 2)
  }

  @Test func `with a limit of one a destination opens, and one failure does not close it`() {
    let settings = ReleaseSettings(limit: 1)
    var script = ReleaseScript([.outage(seconds: 1), .attempt(.success)], settings: settings)
    script.play(.attempt(.connectionFailure))
    #expect(script.pace.gap == .zero)
    #expect(script.pace.window == 1)
  }
}
