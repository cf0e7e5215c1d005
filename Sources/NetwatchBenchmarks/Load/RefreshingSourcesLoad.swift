import CLinux
import Glibc
import NetwatchCore
import NetwatchDataSources

/// Data sources that refresh themselves every second, each with a subscriber.
struct RefreshingSourcesLoad {
  private static let interval = Duration.seconds(1)
  private static let runtime = Duration.seconds(10)

  private let count: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    guard arguments.count == 1, let count = arguments.first.flatMap(Int.init), count > 0
    else { throw BenchmarkError("load data-sources: expected COUNT") }
    self.count = count
  }

  func run() async throws {
    let clock = SleepCountingClock()
    let shared = DataSourceClock(clock)
    let lateness = Lateness(interval: Self.interval)
    let before = try LoadCommand.resident()
    let sources = (0..<count).map { number in
      dataSource {
        lateness.fetched(number)
      } onError: { _ in
        .keep
      } emptyValue: {
        0
      }
      .autoRefresh(Self.interval).clock(shared).build()
    }
    let streams = sources.map(\.values)
    let resident = try LoadCommand.resident() - before
    let cpu = Stopwatch.seconds(on: CLOCK_PROCESS_CPUTIME_ID)
    try await Task.sleep(for: Self.runtime)
    let used = Stopwatch.seconds(on: CLOCK_PROCESS_CPUTIME_ID) - cpu
    withExtendedLifetime((sources, streams)) {}
    let figures = lateness.figures
    print("sleepers=\(clock.mostSleepers) refreshes=\(figures.count)", terminator: " ")
    print("bytes=\(Int(resident * 1_024 / Double(count)))", terminator: " ")
    print("cpu=\(Int(used * 1e9 / Double(max(figures.count, 1)))) ns", terminator: " ")
    print("late=\(Int(figures.percentile99 * 1e6)) us")
  }
}

/// How much later than an interval after the one before the fetches of each source began.
private final class Lateness: Sendable {
  private struct State {
    var last: [Int: Double] = [:]
    var count = 0
    var late: [Double] = []
  }

  private let interval: Double
  private let state = Lock(State())

  init(interval: Duration) {
    self.interval = Double(interval.components.seconds)
  }

  /// Takes note of a fetch, and returns how many there were.
  func fetched(_ source: Int) -> Int {
    let now = Stopwatch.now
    return state.withLock { state in
      state.count += 1
      if let last = state.last.updateValue(now, forKey: source) {
        state.late.append(now - last - interval)
      }
      return state.count
    }
  }

  var figures: (count: Int, percentile99: Double) {
    state.withLock { state in
      let sorted = state.late.sorted()
      return (state.count, sorted.isEmpty ? .nan : sorted[sorted.count * 99 / 100])
    }
  }
}
