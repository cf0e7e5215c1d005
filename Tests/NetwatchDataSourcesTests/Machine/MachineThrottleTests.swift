import NetwatchCore
import Testing

@testable import NetwatchDataSources

/// Which fetches a throttle of two seconds lets begin, and when its callers are answered.
struct MachineThrottleTests {
  struct Case: Sendable {
    let last: Bool
    var fetchesTake = 0
    /// When refresh is called.
    let calls: [Int]
    let fetches: [Int]
    /// With which fetch's value, and when, each call is answered.
    let answers: [(fetch: Int, at: Int)]
  }

  @Test(arguments: [
    // The trailing fetch needs no further call, and begins a window itself.
    Case(
      last: true,
      calls: [0, 300, 600, 2500],
      fetches: [0, 2000, 4000],
      answers: [(1, 0), (2, 2000), (2, 2000), (3, 4000)]
    ),
    Case(
      last: false,
      calls: [0, 300, 600, 2500],
      fetches: [0, 2500],
      answers: [(1, 0), (1, 300), (1, 600), (2, 2500)]
    ),
    // A window ends at its end.
    Case(last: true, calls: [0, 2000], fetches: [0, 2000], answers: [(1, 0), (2, 2000)]),
    Case(last: false, calls: [0, 1999], fetches: [0], answers: [(1, 0), (1, 1999)]),
    // Calls while the window's fetch is under way.
    Case(
      last: false,
      fetchesTake: 500,
      calls: [0, 100],
      fetches: [0],
      answers: [(1, 500), (1, 500)]
    ),
    Case(
      last: true,
      fetchesTake: 500,
      calls: [0, 100],
      fetches: [0, 2000],
      answers: [(1, 500), (2, 2500)]
    ),
    // The window's fetch outlives the window: it began before the call that waited for the window's end,
    // and answers only the later one, which waits for nothing.
    Case(
      last: true,
      fetchesTake: 3000,
      calls: [0, 100, 2500],
      fetches: [0, 3000],
      answers: [(1, 3000), (2, 6000), (1, 3000)]
    ),
  ])
  func `one fetch begins in each window, and a last call is not lost`(_ row: Case) {
    var rules = SourceRules()
    (rules.throttle, rules.throttleDeliversLast) = (.seconds(2), row.last)
    var bench = MachineBench(rules, fetchesTake: row.fetchesTake)
    bench.run(row.calls.enumerated().map { ($1, .refresh(UInt64($0))) }, until: 20_000)
    #expect(bench.fetches == row.fetches)
    for (call, answer) in row.answers.enumerated() {
      #expect(bench.answers[UInt64(call)] == .init(.value(answer.fetch), at: answer.at))
    }
  }

  @Test(arguments: [true, false])
  func `a fetch that was asked for behind another keeps to the window as well`(_ last: Bool) {
    var rules = SourceRules()
    (rules.throttle, rules.throttleDeliversLast) = (.seconds(2), last)
    var machine = DataSourceMachine(rules: rules, emptyValue: 0)
    let start = BootInstant(nanoseconds: 0)
    machine.refreshRequested(1, clear: false, joining: true, at: start)
    // Before the first fetch has begun, and with it the window.
    machine.refreshRequested(2, clear: false, joining: false, at: start)
    machine.fetchBegan(1, at: start)
    machine.runEnded(1, .failure(Failure(), .keep), at: start.advanced(by: .milliseconds(100)))
    #expect(machine.run == nil)
    #expect(machine.nextDeadline == start.advanced(by: .seconds(2)))
    machine.timeCame(start.advanced(by: .seconds(2)))
    #expect(machine.run?.group.calls == [2])
  }

  @Test func `a window that has brought nothing does not pass the empty value off as a success`() {
    var rules = SourceRules()
    rules.throttle = .seconds(2)
    var machine = DataSourceMachine(rules: rules, emptyValue: 0)
    let start = BootInstant(nanoseconds: 0)
    machine.refreshRequested(1, clear: false, joining: true, at: start)
    machine.fetchBegan(1, at: start)
    machine.runEnded(1, .failure(Failure(), .keep), at: start)
    _ = machine.takeActions()
    machine.refreshRequested(2, clear: false, joining: true, at: start.advanced(by: .seconds(1)))
    #expect(machine.takeActions().isEmpty)
    machine.timeCame(start.advanced(by: .seconds(2)))
    #expect(machine.run?.group.calls == [2])
  }
}
