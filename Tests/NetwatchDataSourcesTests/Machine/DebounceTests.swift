import NetwatchCore
import Testing

@testable import NetwatchDataSources

/// What a debounce of 300 ms makes of calls.
struct DebounceTests {
  struct Case: Sendable {
    let events: [(Int, SourceEvent)]
    let fetches: [Int]
    let answers: [UInt64: MachineBench.Answered]
  }

  @Test(arguments: [
    Case(events: [(0, .refresh(1))], fetches: [300], answers: [1: .init(.value(1), at: 300)]),
    // Each call takes the place of the one before, at once.
    Case(
      events: [(0, .refresh(1)), (100, .refresh(2)), (200, .refresh(3))],
      fetches: [500],
      answers: [
        1: .init(.cancelled, at: 100), 2: .init(.cancelled, at: 200), 3: .init(.value(1), at: 500),
      ]
    ),
    // A call at the very end of the time comes too late to supersede.
    Case(
      events: [(0, .refresh(1)), (300, .refresh(2))],
      fetches: [300, 600],
      answers: [1: .init(.value(1), at: 300), 2: .init(.value(2), at: 600)]
    ),
    // One that is cancelled leaves nothing behind.
    Case(
      events: [(0, .refresh(1)), (100, .callCancelled(1))],
      fetches: [],
      answers: [1: .init(.cancelled, at: 100)]
    ),
    // One that took another's place is not kept from joining by what that one wanted.
    Case(
      events: [(0, .refresh(1, clear: false, joining: false)), (100, .refresh(2))],
      fetches: [400],
      answers: [1: .init(.cancelled, at: 100), 2: .init(.value(1), at: 400)]
    ),
    Case(
      events: [(0, .refresh(1)), (100, .cancelRefresh(clear: false)), (200, .refresh(2))],
      fetches: [500],
      answers: [1: .init(.cancelled, at: 100), 2: .init(.value(1), at: 500)]
    ),
  ])
  func `the last of calls in quick succession is made`(_ row: Case) {
    var rules = SourceRules()
    rules.debounce = .milliseconds(300)
    var bench = MachineBench(rules)
    bench.run(row.events, until: 10_000)
    #expect(bench.fetches == row.fetches)
    #expect(bench.answers == row.answers)
  }

  @Test func `what a superseded call wanted is no matter to the one that took its place`() {
    var rules = SourceRules()
    rules.debounce = .milliseconds(300)
    var bench = MachineBench(rules, fetchesTake: 1000)
    bench.run(
      [
        (0, .refresh(1)), (400, .refresh(2, clear: false, joining: false)), (500, .refresh(3)),
      ],
      until: 10_000
    )
    #expect(bench.fetches == [300])
    #expect(bench.answers[3] == .init(.value(1), at: 1300))
  }

  @Test func `a refresh that nobody asked for supersedes nobody, and delays nobody`() {
    var rules = SourceRules()
    (rules.debounce, rules.ttl, rules.stale) = (.milliseconds(300), .seconds(1), .served)
    var bench = MachineBench(rules)
    bench.run([(0, .refresh(1)), (1500, .refresh(2)), (1700, .refresh(3))], until: 10_000)
    // Both are answered with the stale value, and one fetch is made behind them.
    #expect(bench.answers[2] == .init(.value(1), at: 1500))
    #expect(bench.answers[3] == .init(.value(1), at: 1700))
    #expect(bench.fetches == [300, 1800])
  }
}
