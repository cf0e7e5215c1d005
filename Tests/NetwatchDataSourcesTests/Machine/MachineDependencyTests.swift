import NetwatchCore
import Testing

@testable import NetwatchDataSources

/// What a dependency's change does in each stage of a refresh.
struct MachineDependencyTests {
  struct Case: Sendable {
    var debounce: Duration?
    var throttle: Duration?
    var mode = DataSourceDependencyMode.manual
    let events: [(Int, SourceEvent)]
    let fetches: [Int]
    var cancellations: [Int] = []
    var answers: [UInt64: MachineBench.Answered] = [:]
  }

  @Test(arguments: [
    // Idle.
    Case(events: [(500, .dependency(0))], fetches: []),
    Case(mode: .eager, events: [(500, .dependency(0))], fetches: [0, 500]),
    Case(mode: .lazy, events: [(500, .dependency(0))], fetches: []),
    Case(mode: .lazy, events: [(500, .subscribe(1, .values))], fetches: [500]),
    Case(
      mode: .lazy,
      events: [(0, .subscribe(1, .values)), (500, .dependency(0))],
      fetches: [0, 500]
    ),
    // In the debounce: it goes on, with nobody superseded; an eager change begins it anew.
    Case(
      debounce: .milliseconds(300),
      events: [(0, .refresh(1)), (100, .dependency(0))],
      fetches: [300],
      answers: [1: .init(.value(1), at: 400)]
    ),
    Case(
      debounce: .milliseconds(300),
      mode: .eager,
      events: [(0, .refresh(1)), (100, .dependency(0))],
      fetches: [400],
      answers: [1: .init(.value(1), at: 500)]
    ),
    // In the window of a throttle, which is over with it.
    Case(
      throttle: .seconds(2),
      events: [(0, .refresh(1)), (500, .refresh(2)), (700, .dependency(0))],
      fetches: [0, 700],
      answers: [1: .init(.value(1), at: 100), 2: .init(.value(2), at: 800)]
    ),
    // During the fetch: the same waiters get the new result, once the cancelled one has ended.
    Case(
      events: [(0, .refresh(1)), (50, .refresh(2)), (60, .dependency(0))],
      fetches: [0, 100],
      cancellations: [60],
      answers: [1: .init(.value(2), at: 200), 2: .init(.value(2), at: 200)]
    ),
    Case(
      debounce: .milliseconds(300),
      events: [(0, .refresh(1)), (350, .dependency(0))],
      fetches: [300, 650],
      cancellations: [350],
      answers: [1: .init(.value(2), at: 750)]
    ),
    // A call that came after the change supersedes none of those whom it sent back.
    Case(
      debounce: .milliseconds(300),
      events: [(0, .refresh(1)), (350, .dependency(0)), (400, .refresh(2))],
      fetches: [300, 700],
      cancellations: [350],
      answers: [1: .init(.value(2), at: 800), 2: .init(.value(2), at: 800)]
    ),
    // Behind a fetch.
    Case(
      events: [
        (0, .refresh(1)), (50, .refresh(2, clear: false, joining: false)), (60, .dependency(0)),
      ],
      fetches: [0, 100],
      cancellations: [60],
      answers: [1: .init(.value(2), at: 200), 2: .init(.value(2), at: 200)]
    ),
    // Behind a cancelled fetch.
    Case(
      events: [
        (0, .refresh(1)), (10, .cancelRefresh(clear: false)), (50, .refresh(2)),
        (60, .dependency(0)),
      ],
      fetches: [0, 100],
      cancellations: [10],
      answers: [1: .init(.cancelled, at: 10), 2: .init(.value(2), at: 200)]
    ),
  ])
  func `a change ends what was begun with the former value, and leaves nobody out`(_ row: Case) {
    var rules = SourceRules()
    (rules.debounce, rules.throttle, rules.throttleDeliversLast) = (
      row.debounce, row.throttle, true
    )
    rules.dependencies = [DependencyRule(mode: row.mode, clears: false)]
    var bench = MachineBench(rules, fetchesTake: 100)
    bench.run([(0, .dependency(0))] + row.events, until: 20_000)
    #expect(bench.fetches == row.fetches)
    #expect(bench.cancellations == row.cancellations)
    #expect(bench.answers == row.answers)
  }

  @Test
  func
    `a refresh that a lazy change put off is made for the next subscriber, though a caller gave up`()
  {
    var rules = SourceRules()
    rules.dependencies = [DependencyRule(mode: .lazy, clears: false)]
    var bench = MachineBench(rules, fetchesTake: 100)
    bench.run(
      [
        (0, .dependency(0)), (10, .refresh(1)), (20, .callCancelled(1)),
        (500, .subscribe(1, .values)),
      ],
      until: 10_000
    )
    #expect(bench.fetches == [10, 500])
  }

  @Test func `a refresh that a lazy change put off is not made where one was made meanwhile`() {
    var rules = SourceRules()
    rules.dependencies = [DependencyRule(mode: .lazy, clears: false)]
    var bench = MachineBench(rules, fetchesTake: 100)
    bench.run(
      [(0, .dependency(0)), (10, .refresh(1)), (500, .subscribe(1, .values))],
      until: 10_000
    )
    #expect(bench.fetches == [10])
  }
}
