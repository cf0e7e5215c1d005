import NetwatchCore
import NetwatchSQLiteStores
import NetwatchTestSupport
import Testing

@testable import NetwatchService

@Suite("What was known when")
struct TimelineTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var runs: [HistoryRun]
    var states: [StateRow]
    var now: Int64 = 100

    /// As `level` or `-` and the number of seconds.
    let expected: String

    init(
      _ description: String,
      runs: [(Int64, Int64?)],
      states: [(Int64, Int64, ConnectivityLevel)],
      now: Int64 = 100,
      is expected: String
    ) {
      testDescription = description
      self.runs = runs.enumerated().map {
        HistoryRun(id: Int64($0 + 1), start: $1.0, end: $1.1)
      }
      self.states = states.map { .test($0, $1, $2) }
      (self.now, self.expected) = (now, expected)
    }
  }

  static let cases = [
    Case("nothing", runs: [], states: [], is: "- 100"),
    Case("one state", runs: [(10, nil)], states: [(1, 10, .full)], is: "- 10, full 90"),
    Case(
      "an outage",
      runs: [(0, nil)],
      states: [(1, 0, .full), (1, 40, .none), (1, 45, .full)],
      is: "full 40, none 5, full 55"
    ),
    Case(
      "the service was down, and the state is the same",
      runs: [(0, 30), (50, nil)],
      states: [(1, 0, .full)],
      is: "full 30, - 20, full 50"
    ),
    Case(
      "the service was down, and the state is another",
      runs: [(0, 30), (50, nil)],
      states: [(1, 0, .full), (2, 50, .none)],
      is: "full 30, - 20, none 50"
    ),
    Case(
      "a run without a state has the last one's",
      runs: [(0, 10), (20, 30), (40, nil)],
      states: [(1, 0, .full), (3, 60, .portal)],
      is: "full 10, - 10, full 10, - 10, full 20, portal 40"
    ),
    Case(
      "the clock was set back: what was said of the time is forgotten",
      runs: [(0, 80), (40, nil)],
      states: [(1, 0, .full), (1, 60, .none), (2, 50, .limited)],
      is: "full 40, none 10, limited 50"
    ),
    Case(
      "the clock was set back before everything",
      runs: [(50, 80), (10, nil)],
      states: [(1, 50, .full), (2, 10, .none)],
      is: "- 10, none 90"
    ),
    Case(
      "a state before its run and one behind it",
      runs: [(20, 60)],
      states: [(1, 5, .full), (1, 90, .none)],
      is: "- 20, full 40, - 40"
    ),
    Case(
      "states out of order in a run never end before they begin",
      runs: [(0, nil)],
      states: [(1, 50, .full), (1, 20, .none), (1, 60, .full)],
      is: "- 50, none 10, full 40"
    ),
    Case(
      "a run that ends before it begins",
      runs: [(50, 20)],
      states: [(1, 50, .full)],
      is: "- 100"
    ),
    Case(
      "a run in the future",
      runs: [(0, nil), (200, 300)],
      states: [(1, 0, .full)],
      is: "full 100"
    ),
    Case(
      "a state of a run that is forgotten",
      runs: [(50, nil)],
      states: [(0, 1, .none), (0, 2, .full)],
      is: "- 50, full 50"
    ),
    Case(
      "times at the end of what can be counted",
      runs: [(.min, .max)],
      states: [(1, .min, .full), (1, .max, .none)],
      is: "full 100"
    ),
  ]

  @Test("It is told from runs and states", arguments: cases)
  func told(_ test: Case) {
    let timeline = HistoryTimeline(runs: test.runs, states: test.states, now: test.now)
    let spans = timeline.clipped(from: 0, to: 100)
    let text = spans.map { "\($0.state?.level.rawValue ?? "-") \($0.length)" }
    #expect(text.joined(separator: ", ") == test.expected)
  }

  @Test("Any runs and states come to what a plain model says", arguments: 1...300)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let levels: [ConnectivityLevel] = [.none, .full, .limited]
    var (runs, states): ([HistoryRun], [StateRow]) = ([], [])
    for id in 1...Int64.random(in: 1...6, using: &generator) {
      let start = Int64.random(in: -20...120, using: &generator)
      let length = Int64.random(in: -5...60, using: &generator)
      runs.append(HistoryRun(id: id, start: start, end: start + length))
      for _ in 0..<Int.random(in: 0...5, using: &generator) {
        let time = start + Int64.random(in: -10...70, using: &generator)
        states.append(.test(id, time, levels.randomElement(using: &generator) ?? .full))
      }
    }
    let spans = HistoryTimeline(runs: runs, states: states, now: 100).clipped(from: 0, to: 100)
    #expect(spans.first?.start == 0)
    #expect(spans.last?.end == 100)
    #expect(spans.allSatisfy { $0.length > 0 })
    #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end == $1.start && $0.state != $1.state })
    let told = spans.flatMap { span in (span.start..<span.end).map { _ in span.state?.level } }
    #expect(told == Self.model(runs, states))
  }

  /// What is known at each second from 0 to 99.
  private static func model(_ runs: [HistoryRun], _ states: [StateRow]) -> [ConnectivityLevel?] {
    var known: [Int64: ConnectivityLevel] = [:]
    var held: ConnectivityLevel?
    for run in runs {
      known = known.filter { $0.key < run.start }
      let end = max(run.end ?? 100, run.start)
      var rows = states.filter { $0.run == run.id }
      for second in run.start...end {
        while let row = rows.first, row.time <= second {
          held = row.level
          rows.removeFirst()
        }
        if second < end { known[second] = held }
      }
      held = states.last { $0.run == run.id }?.level ?? held
    }
    return (0..<100).map { known[$0] }
  }
}

extension StateRow {
  static func test(_ run: Int64, _ time: Int64, _ level: ConnectivityLevel) -> StateRow {
    StateRow(run: run, time: time, level: level, cause: .route, explanation: "it is \(level)")
  }
}
