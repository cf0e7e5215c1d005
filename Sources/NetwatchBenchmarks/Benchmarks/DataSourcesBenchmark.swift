import CLinux
import Glibc
import NetwatchCore
import NetwatchDataSources

/// Refreshes from the cache, many subscribers, and many sources that refresh themselves.
struct DataSourcesBenchmark: Benchmark {
  private static let rounds = 21
  private static let calls = 200_000
  private static let subscribers = 1_000
  private static let changes = 100
  private static let sources = 10_000

  let tools: Tools

  let name = "data-sources"

  func run() async throws -> [Bar] {
    [try await cached(), try await changes(), try refreshing()]
  }

  private func cached() async throws -> Bar {
    let source = dataSource {
      1
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }
    .ttl(.seconds(3_600)).build()
    try await source.refresh()
    var samples = Samples()
    for _ in 0..<Self.rounds {
      var sum = 0
      let start = Stopwatch.now
      for _ in 0..<Self.calls { sum &+= try await source.refresh() }
      samples.append((Stopwatch.now - start) * 1e6 / Double(Self.calls))
      guard sum == Self.calls else { throw BenchmarkError("a refresh returned something else") }
    }
    return Bar(
      subject: "a refresh answered from the cache",
      figure: samples.median,
      limit: 1,
      unit: "us",
      details: ["\(Self.rounds) rounds: \(samples.spread(decimals: 2)) us"]
    )
  }

  /// CPU time of all threads, from the fetch to the last subscriber that has read its value.
  private func changes() async throws -> Bar {
    let next = FetchCount()
    let source = dataSource {
      next.next()
    } onError: { _ in
      .keep
    } emptyValue: {
      0
    }.build()
    let readers = Readers(count: Self.subscribers)
    let tasks = (0..<Self.subscribers).map { _ in
      let values = source.values
      return Task { for await value in values { readers.read(value) } }
    }
    await readers.all(have: 0)
    var (cpu, wall) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      let start = (Stopwatch.seconds(on: CLOCK_PROCESS_CPUTIME_ID), Stopwatch.now)
      for _ in 0..<Self.changes { await readers.all(have: try await source.refresh()) }
      let reads = Double(Self.subscribers * Self.changes)
      cpu.append((Stopwatch.seconds(on: CLOCK_PROCESS_CPUTIME_ID) - start.0) * 1e6 / reads)
      wall.append((Stopwatch.now - start.1) * 1e6 / reads)
    }
    source.terminate()
    for task in tasks { await task.value }
    return Bar(
      subject: "a change, each of 1,000 subscribers",
      figure: cpu.median,
      limit: 3,
      unit: "us",
      details: [
        "CPU time, \(Self.rounds) rounds of \(Self.changes): \(cpu.spread(decimals: 2)) us; elapsed "
          + "\(wall.median.text(decimals: 2)) us"
      ]
    )
  }

  private func refreshing() throws -> Bar {
    let text = try tools.output(ofLoad: "data-sources", "\(Self.sources)")
    let late = (try text.figure(after: "late=") / 1_000).text(decimals: 1)
    let cpu = (try text.figure(after: "cpu=") / 1_000).text(decimals: 1)
    return Bar(
      subject: "sleeps of 10,000 refreshing sources",
      figure: try text.figure(after: "sleepers="),
      limit: 1,
      unit: "",
      decimals: 0,
      details: [
        "\(Int(try text.figure(after: "refreshes="))) refreshes in 10 s, \(cpu) us of CPU each",
        "99 % at most \(late) ms late; \(Int(try text.figure(after: "bytes="))) bytes a source",
      ]
    )
  }
}

/// Fetches that return 1, 2, 3 and so on.
private final class FetchCount: Sendable {
  private let count = Lock(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// Subscribers that tell when all of them have read a value.
private final class Readers: Sendable {
  private struct State {
    var newest = -1
    var count = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let count: Int
  private let state = Lock(State())

  init(count: Int) {
    self.count = count
  }

  func read(_ value: Int) {
    let waiter = state.withLock { state in
      if value != state.newest { (state.newest, state.count) = (value, 0) }
      state.count += 1
      guard state.count == count else { return nil as CheckedContinuation<Void, Never>? }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// Returns when every subscriber has read the value.
  func all(have value: Int) async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        guard state.newest != value || state.count < count else { return true }
        state.waiter = continuation
        return false
      }
      if isOver { continuation.resume() }
    }
  }
}
