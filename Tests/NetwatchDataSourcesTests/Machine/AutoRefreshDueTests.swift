import NetwatchCore
import Testing

@testable import NetwatchDataSources

/// When refreshes are made that nobody asks for: every second, with fetches that take 100 ms.
struct AutoRefreshDueTests {
  struct Case: Sendable {
    var ttl: Duration?
    let events: [(Int, SourceEvent)]
    /// Up to 5 s.
    let fetches: [Int]
  }

  @Test(arguments: [
    Case(events: [], fetches: []),
    Case(events: [(0, .refresh(1))], fetches: [0]),
    Case(events: [(500, .subscribe(1, .values))], fetches: [1500, 2600, 3700, 4800]),
    // Every fetch begins the interval anew.
    Case(
      events: [(0, .subscribe(1, .values)), (600, .refresh(1))],
      fetches: [600, 1700, 2800, 3900]
    ),
    // The time to live is of no account.
    Case(
      ttl: .seconds(60),
      events: [(0, .subscribe(1, .values))],
      fetches: [1000, 2100, 3200, 4300]
    ),
    // Without subscribers it pauses; the next finds it overdue, or in its interval.
    Case(
      events: [(0, .subscribe(1, .values)), (500, .leave(1)), (3000, .subscribe(2, .values))],
      fetches: [3000, 4100]
    ),
    Case(
      events: [(0, .subscribe(1, .values)), (500, .leave(1)), (700, .subscribe(2, .values))],
      fetches: [1000, 2100, 3200, 4300]
    ),
    Case(
      events: [(0, .subscribe(1, .values)), (500, .stopAutoRefresh), (3000, .resumeAutoRefresh)],
      fetches: [3000, 4100]
    ),
    Case(
      events: [
        (0, .subscribe(1, .values)), (500, .stopAutoRefresh), (3000, .restartAutoRefresh(nil)),
      ],
      fetches: [4000]
    ),
    Case(
      events: [(0, .subscribe(1, .values)), (500, .cancelRefresh(clear: false))],
      fetches: [1500, 2600, 3700, 4800]
    ),
    Case(events: [(0, .subscribe(1, .values)), (1500, .terminate)], fetches: [1000]),
  ])
  func `auto-refresh is due an interval after the last fetch, with subscribers`(_ row: Case) {
    var rules = SourceRules()
    (rules.autoRefresh, rules.ttl) = (.seconds(1), row.ttl)
    var bench = MachineBench(rules, fetchesTake: 100)
    bench.run(row.events, until: 4999)
    #expect(bench.fetches == row.fetches)
  }
}
