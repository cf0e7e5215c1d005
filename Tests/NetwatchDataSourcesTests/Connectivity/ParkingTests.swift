import NetwatchCore
@testable import NetwatchDataSources
import NetwatchTestSupport
import Testing

@Suite("A data source that requires connectivity", .timeLimit(.minutes(1)))
struct ParkingTests {
  private let outage = Outage()
  private let fetch = ScriptedFetch<Int>()

  @Test("Offline a refresh parks and says so, and makes no attempt")
  func parks() async throws {
    let source = outage.source(of: fetch, to: "a")
    let refresh = Task.immediate { try await source.refresh() }
    try await outage.parked()
    let state = source.snapshot.state
    #expect(state.isParked)
    #expect(state.isRefreshing)
    #expect(state.isEmpty)
    // Not even a place in the window of its destination.
    #expect(outage.runtime.release.gate.machine(of: "a") == nil)
    #expect(fetch.count == 0)
    refresh.cancel()
    await #expect(throws: CancellationError.self) { try await refresh.value }
  }

  @Test("It runs when connectivity returns, once the start of the release was drawn")
  func runs() async throws {
    let source = outage.source(of: fetch)
    let states = source.state(bufferingPolicy: .unbounded)
    let refresh = Task.immediate { try await source.refresh() }
    try await outage.parked()
    outage.clock.advance(by: .seconds(100))
    outage.manager.set(isAvailable: true)
    // The middle of a tenth of the outage.
    try await outage.sleeping(until: .seconds(105))
    outage.clock.advance(by: .milliseconds(4_999))
    try await outage.sleeping(until: .seconds(105))
    #expect(fetch.count == 0)
    #expect(source.snapshot.state.isParked)
    outage.clock.advance(by: .milliseconds(1))
    await fetch.calls(1)
    #expect(!source.snapshot.state.isParked)
    fetch.succeed(with: 7)
    #expect(try await refresh.value == 7)
    source.terminate()
    let seen = await states.reduce(into: []) { $0.append($1.isParked) }
    #expect(seen == [false, false, true, false, false])
    try await outage.nobodyWaits()
  }

  @Test("Online nothing waits, and no state tells of parking")
  func online() async throws {
    outage.manager.set(isAvailable: true)
    let source = outage.source(of: fetch)
    let states = source.state(bufferingPolicy: .unbounded)
    let refresh = Task.immediate { try await source.refresh() }
    await fetch.calls(1)
    fetch.succeed(with: 7)
    #expect(try await refresh.value == 7)
    source.terminate()
    #expect(await states.contains { $0.isParked } == false)
    #expect(outage.clock.sleeperCount == 0)
  }

  @Test("With `.fail` a refresh fails at once, keeps the value, and asks nobody")
  func fails() async throws {
    outage.manager.set(isAvailable: true)
    let errors = ErrorList()
    let source = outage.source(of: fetch, offline: .fail, errors: errors) {
      $0.retry(maxAttempts: 3, delay: .seconds(1)) { error in
        errors.append(error)
        return .retry
      }
    }
    let first = Task.immediate { try await source.refresh() }
    await fetch.calls(1)
    fetch.succeed(with: 7)
    #expect(try await first.value == 7)
    outage.manager.set(isAvailable: false)
    let error = await #expect(throws: PrerequisiteError.self) { try await source.refresh() }
    #expect(error?.prerequisite is ConnectivityPrerequisite)
    #expect(error?.description.contains("ConnectivityPrerequisite") == true)
    #expect(source.snapshot.value == 7)
    #expect(fetch.count == 1)
    #expect(errors.all.isEmpty)
    #expect(outage.clock.sleeperCount == 0)
  }

  @Test(
    "With `.fail` neither a loss nor a recovery that observers do not know of is waited for",
    arguments: [(true, false), (false, true)]
  )
  func failsUndamped(isAvailable: Bool, settled: Bool) async throws {
    outage.manager.set(isAvailable: isAvailable, settled: settled)
    let source = outage.source(of: fetch, offline: .fail)
    await #expect(throws: PrerequisiteError.self) { try await source.refresh() }
    #expect(fetch.count == 0)
  }

  @Test("A loss that observers have not been told of parks as well, and its end lets go at once")
  func dampedLoss() async throws {
    outage.manager.set(isAvailable: true, settled: false)
    let source = outage.source(of: fetch)
    let refresh = Task.immediate { try await source.refresh() }
    await outage.clock.sleepers()
    #expect(source.snapshot.state.isParked)
    #expect(fetch.count == 0)
    outage.manager.set(isAvailable: true)
    outage.clock.advance(by: .milliseconds(50))
    await fetch.calls(1)
    fetch.succeed(with: 7)
    #expect(try await refresh.value == 7)
  }

  @Test("Who waits for the release of the destination alone is parked too")
  func parkedByDestination() async throws {
    let first = outage.source(of: fetch, to: "a")
    let early = Task.immediate { try await first.refresh() }
    try await outage.parked()
    try await outage.end()
    await fetch.calls(1)
    // The canary is on its way: nobody else may go yet.
    let late = outage.source(of: fetch, to: "a")
    let refresh = Task.immediate { try await late.refresh() }
    try await eventually(within: .seconds(5)) {
      outage.runtime.release.gate.waiterCount(at: "a") == 1
    }
    #expect(late.snapshot.state.isParked)
    #expect(fetch.count == 1)
    fetch.succeed(1, with: 7)
    await fetch.calls(2)
    #expect(!late.snapshot.state.isParked)
    fetch.succeed(2, with: 8)
    #expect(try await (early.value, refresh.value) == (7, 8))
  }

  @Test("Auto-refreshes that become due while one is parked do not pile up")
  func autoRefresh() async throws {
    let source = outage.source(of: fetch) { $0.autoRefresh(.seconds(10)) }
    let values = source.values
    outage.clock.advance(by: .seconds(10))
    try await outage.parked()
    // The manager is watched, and looked after now and then; nothing else is due.
    for _ in 0..<10 {
      outage.clock.advance(by: .seconds(10))
      try await outage.parked()
    }
    #expect(source.snapshot.state.isParked)
    outage.manager.set(isAvailable: true)
    try await outage.sleeping(until: .seconds(115))
    outage.clock.advance(by: .seconds(5))
    await fetch.calls(1)
    fetch.succeed(with: 7)
    try await outage.sleeping(until: .seconds(125))
    #expect(source.snapshot.value == 7)
    #expect(fetch.count == 1)
    outage.clock.advance(by: .seconds(10))
    await fetch.calls(2)
    #expect(fetch.peak == 1)
    withExtendedLifetime(values) {}
  }

  @Test("What is done before a fetch is done once, and not before there is a connection")
  func preparations() async throws {
    let count = Lock(0)
    let source = outage.source(of: fetch) {
      $0.beforeFetch { count.withLock { $0 += 1 } }
    }
    let refresh = Task.immediate { try await source.refresh() }
    try await outage.parked()
    #expect(count.withLock(\.self) == 0)
    try await outage.end()
    await fetch.calls(1)
    outage.manager.set(isAvailable: false)
    fetch.fail(with: Unreachable())
    try await outage.parked()
    outage.manager.set(isAvailable: true)
    try await eventually(within: .seconds(5)) {
      outage.clock.advance(by: .seconds(1))
      return fetch.count == 2
    }
    fetch.succeed(with: 7)
    #expect(try await refresh.value == 7)
    #expect(count.withLock(\.self) == 1)
  }
}
