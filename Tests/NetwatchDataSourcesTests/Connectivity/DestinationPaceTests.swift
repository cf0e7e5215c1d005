import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

@Suite("Data sources that are released after an outage", .timeLimit(.minutes(2)))
struct DestinationPaceTests {
  private let outage = Outage()
  private let fetch = ScriptedFetch<Int>()

  /// Refreshes so many sources, which park.
  private func park(_ count: Int, to destination: String?) async throws -> [Task<Int, any Error>] {
    let refreshes = (0..<count).map { _ in
      let source = outage.source(of: fetch, to: destination)
      return Task { try await source.refresh() }
    }
    try await outage.parked(count)
    return refreshes
  }

  private func underWay(_ count: Int) async throws {
    try await eventually(within: .seconds(5)) { fetch.underWay == count }
  }

  @Test("Of one destination one goes first, and then the window grows with each success")
  func canary() async throws {
    let refreshes = try await park(10, to: "a")
    try await outage.end()
    await fetch.calls(1)
    // The others were let through once, for what comes before a fetch, and wait again.
    try await eventually(within: .seconds(5)) {
      outage.runtime.release.gate.waiterCount(at: "a") == 9
    }
    #expect(fetch.count == 1)
    fetch.succeed(1, with: 1)
    await fetch.calls(3)
    #expect(fetch.underWay == 2)
    fetch.succeed(2, with: 2)
    await fetch.calls(5)
    #expect(fetch.underWay == 3)
    fetch.succeed(3, with: 3)
    await fetch.calls(7)
    #expect(fetch.underWay == 4)
    for call in 4...7 { fetch.succeed(call, with: call) }
    await fetch.calls(10)
    for call in 8...10 { fetch.succeed(call, with: call) }
    var values: [Int] = []
    for refresh in refreshes { values.append(try await refresh.value) }
    #expect(values.sorted() == Array(1...10))
  }

  @Test("A canary that fails opens a gap, in which nobody goes")
  func gap() async throws {
    let refreshes = try await park(3, to: "a")
    try await outage.end()
    await fetch.calls(1)
    fetch.fail(1, with: Unreachable())
    // The middle between zero and twice the first gap of 1 s.
    try await outage.sleeping(until: .seconds(106))
    #expect(fetch.count == 1)
    outage.clock.advance(by: .seconds(1))
    await fetch.calls(2)
    fetch.succeed(2, with: 7)
    // Half of the gap is left.
    try await outage.sleeping(until: .milliseconds(106_500))
    outage.clock.advance(by: .milliseconds(500))
    await fetch.calls(3)
    fetch.succeed(3, with: 8)
    var failures = 0
    for refresh in refreshes {
      do { _ = try await refresh.value } catch is Unreachable { failures += 1 }
    }
    #expect(failures == 1)
  }

  @Test("Sources of different destinations, and those that name none, do not wait for each other")
  func destinations() async throws {
    let named = ["a", "b", "c"].map { outage.source(of: fetch, to: $0) }
    let unnamed = (0..<3).map { _ in outage.source(of: fetch) }
    let refreshes = (named + unnamed).map { source in Task { try await source.refresh() } }
    try await outage.parked(6)
    try await outage.end()
    try await underWay(6)
    for call in 1...6 { fetch.succeed(call, with: call) }
    for refresh in refreshes { _ = try await refresh.value }
  }

  @Test("A fetch that fails with an answer of the server's lets others go on")
  func answered() async throws {
    let refreshes = try await park(2, to: "a")
    try await outage.end()
    await fetch.calls(1)
    fetch.fail(1, with: Failure())
    await fetch.calls(2)
    fetch.succeed(2, with: 7)
    var outcomes: [Int?] = []
    for refresh in refreshes { outcomes.append(try? await refresh.value) }
    #expect(outcomes.compactMap(\.self) == [7])
  }

  @Test("A thousand of one destination are all released, never more at once than the window")
  func thousand() async throws {
    let load = Load()
    let gate = outage.runtime.release.gate
    let sources = (0..<1_000).map { _ in
      let builder: DataSourceBuilder<Int> = dataSource {
        await load.run { gate.machine(of: "a")?.window ?? 0 }
      } onError: { _ in
        .keep
      } emptyValue: {
        0
      }
      return builder.requiresConnectivity(outage.manager, destination: "a")
        .with { [runtime = outage.runtime] in $0.runtime = runtime }
        .build()
    }
    let refreshes = sources.map { source in Task { try await source.refresh() } }
    try await outage.parked(1_000)
    #expect(sources.allSatisfy { $0.snapshot.state.isParked })
    try await outage.end()
    for refresh in refreshes { #expect(try await refresh.value > 0) }
    #expect(load.count == 1_000)
    #expect(load.excess == 0)
    #expect(load.peak > 2)
    #expect(load.peak <= 64)
    try await outage.nobodyWaits()
  }
}

/// Work that counts how much of it goes on at once.
private final class Load: Sendable {
  private struct State {
    var count = 0
    var underWay = 0
    var peak = 0
    var excess = 0
  }

  private let state = Lock(State())

  var count: Int { state.withLock { $0.count } }
  var peak: Int { state.withLock { $0.peak } }
  /// How often there was more of it than the window allowed.
  var excess: Int { state.withLock { $0.excess } }

  func run(window: () -> Int) async -> Int {
    // Only failures narrow the window: what it is after the beginning it was at least at it.
    let number = state.withLock { state in
      state.count += 1
      state.underWay += 1
      state.peak = max(state.peak, state.underWay)
      if state.underWay > window() { state.excess += 1 }
      return state.count
    }
    for _ in 0..<20 { await Task.yield() }
    state.withLock { $0.underWay -= 1 }
    return number
  }
}
