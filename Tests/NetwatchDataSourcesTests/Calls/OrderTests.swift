import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// The order of a refresh: clear, time to live, debounce, throttle, prerequisites, beforeFetch, fetch
/// with retry, onError.
@Suite(.timeLimit(.minutes(1)))
struct OrderTests {
  private let clock = ManualClock()
  private let log = Journal<String>()
  private let fetch = ScriptedFetch<Int>()

  @Test func `a refresh does one thing after the other`() async throws {
    let source = source()
    let values = source.values(bufferingPolicy: .unbounded)
    let first = source.call()
    await clock.arrive(at: .seconds(1))
    await fetch.calls(1)
    fetch.succeed(with: 1)
    _ = try await first.value
    #expect(log.entries == ["prerequisite at 1", "beforeFetch at 1", "fetch at 1"])

    // The time to live answers before the debounce would wait.
    #expect(try await source.refresh() == 1)
    // What is cleared first is not answered with.
    let call = source.call(clear: true)
    note("cleared \(source.snapshot.value == nil)")
    // The debounce is over at 2, the throttle's window at 11: the other way round it were 12.
    await clock.arrive(at: .seconds(11))
    await fetch.calls(2)
    fetch.fail(with: Failure())
    await clock.arrive(at: .seconds(16))
    await fetch.calls(3)
    fetch.fail(with: Failure())
    await #expect(throws: Failure()) { try await call.value }
    source.terminate()
    #expect(await values.all() == [nil, 1, nil])
    #expect(
      log.entries.dropFirst(3) == [
        "cleared true at 1", "prerequisite at 11", "beforeFetch at 11", "fetch at 11",
        "retry at 11", "fetch at 16", "onError at 16",
      ]
    )
  }

  @Test func `what waits for a fetch under way has its prerequisites checked after that`()
    async throws
  {
    let source = source()
    let first = source.call()
    await clock.arrive(at: .seconds(1))
    await fetch.calls(1)
    let behind = source.call(joining: false)
    await clock.arrive(at: .seconds(11))
    #expect(log.entries.count == 3)
    clock.advance(by: .seconds(1))
    fetch.succeed(with: 1)
    _ = try await first.value
    await fetch.calls(2)
    fetch.succeed(with: 2)
    #expect(try await behind.value == 2)
    #expect(
      log.entries.dropFirst(3) == ["prerequisite at 12", "beforeFetch at 12", "fetch at 12"]
    )
  }

  private func source() -> DataSource<Int?> {
    dataSource {
      note("fetch")
      return try await fetch() as Int?
    } onError: { _ in
      note("onError")
      return .keep
    }
    // Not in the order of a refresh: the order of modifiers does not matter.
    .retry(maxAttempts: 2, delay: .seconds(5)) { _ in
      note("retry")
      return .retry
    }
    .beforeFetch { note("beforeFetch") }
    .requires(Noted { note("prerequisite") })
    .throttle(.seconds(10), last: true)
    .debounce(.seconds(1))
    .ttl(.seconds(3600))
    .clock(clock)
    .build()
  }

  private func note(_ event: String) {
    log.append("\(event) at \(clock.now.offset.components.seconds)")
  }
}

private struct Noted: DataSourceRefreshPrerequisite {
  let note: @Sendable () -> Void

  init(_ note: @escaping @Sendable () -> Void) {
    self.note = note
  }

  func check() async -> Bool {
    note()
    return true
  }
}
