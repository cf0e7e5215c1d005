import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

@Suite("A parked refresh that is cancelled", .timeLimit(.minutes(1)))
struct ParkedCancellationTests {
  private let outage = Outage()
  private let fetch = ScriptedFetch<Int>()

  @Test("It ends within 50 ms, and leaves nothing behind")
  func lag() async throws {
    // A busy machine makes single ones late; what is always late is so by itself.
    var shortest = Duration.seconds(60)
    for _ in 1...5 {
      let source = outage.source(of: fetch, to: "a")
      let refresh = Task.immediate { try await source.refresh() }
      try await outage.parked()
      let moment = ContinuousClock.now
      refresh.cancel()
      await #expect(throws: CancellationError.self) { try await refresh.value }
      shortest = min(shortest, ContinuousClock.now - moment)
      #expect(!source.snapshot.state.isRefreshing)
      #expect(!source.snapshot.state.isParked)
      try await outage.nobodyWaits()
    }
    #expect(shortest < .milliseconds(50))
    outage.manager.set(isAvailable: true)
    #expect(outage.runtime.release.gate.waiterCount(at: "a") == 0)
    #expect(fetch.count == 0)
  }

  @Test("It ends as soon where it waits for the release of its destination")
  func whileHeld() async throws {
    let source = outage.source(of: fetch, to: "a")
    let refresh = Task.immediate { try await source.refresh() }
    try await outage.parked()
    outage.clock.advance(by: .seconds(100))
    outage.manager.set(isAvailable: true)
    try await outage.sleeping(until: .seconds(105))
    refresh.cancel()
    await #expect(throws: CancellationError.self) { try await refresh.value }
    try await outage.nobodyWaits()
    #expect(outage.runtime.release.gate.waiterCount(at: "a") == 0)
    #expect(fetch.count == 0)
  }

  @Test("Others who wait for the same one stay, and get the result")
  func others() async throws {
    let source = outage.source(of: fetch)
    let first = Task.immediate { try await source.refresh() }
    let second = Task.immediate { try await source.refresh() }
    try await outage.parked()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(source.snapshot.state.isParked)
    try await outage.end()
    await fetch.calls(1)
    fetch.succeed(with: 7)
    #expect(try await second.value == 7)
    #expect(fetch.count == 1)
  }

  @Test("cancelRefresh ends it, and what is asked for next parks anew")
  func cancelRefresh() async throws {
    let source = outage.source(of: fetch)
    let first = Task.immediate { try await source.refresh() }
    try await outage.parked()
    source.cancelRefresh()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(!source.snapshot.state.isParked)
    try await outage.nobodyWaits()
    let second = Task.immediate { try await source.refresh() }
    try await outage.parked()
    #expect(source.snapshot.state.isParked)
    try await outage.end()
    await fetch.calls(1)
    fetch.succeed(with: 7)
    #expect(try await second.value == 7)
  }

  @Test("terminate ends it, and connectivity that returns later starts nothing")
  func terminate() async throws {
    let source = outage.source(of: fetch)
    let refresh = Task.immediate { try await source.refresh() }
    try await outage.parked()
    source.terminate()
    await #expect(throws: CancellationError.self) { try await refresh.value }
    try await outage.nobodyWaits()
    outage.manager.set(isAvailable: true)
    outage.clock.advance(by: .seconds(100))
    #expect(fetch.count == 0)
  }

  @Test("The last reference ends an auto-refresh that is parked")
  func lastReference() async throws {
    var source: DataSource<Int>? = outage.source(of: fetch) { $0.autoRefresh(.seconds(10)) }
    let values = source?.values
    outage.clock.advance(by: .seconds(10))
    try await outage.parked()
    source = nil
    try await outage.nobodyWaits()
    var rest = values?.makeAsyncIterator()
    #expect(await rest?.next() == 0)
    #expect(await rest?.next() == nil)
  }
}
