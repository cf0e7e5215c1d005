import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

/// No task, timer or stream outlives `terminate()` or the last reference.
@Suite(.timeLimit(.minutes(1)))
struct EndTests {
  @Test(arguments: Stage.allCases, [true, false])
  func `all ends with terminate, whatever goes on`(_ stage: Stage, _ isAsked: Bool) async throws {
    let staged = await StagedSource(in: stage, isAsked: isAsked)
    let source = try #require(staged.source)
    source.terminate()
    #expect(!source.snapshot.state.isRefreshing)
    for call in staged.calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    for reader in staged.readers { await reader.value }
    await #expect(throws: DataSourceTerminatedError()) { try await source.refresh() }
    await #expect(throws: DataSourceTerminatedError()) {
      try await source.refresh(clear: true, joining: false)
    }
    source.terminate()
  }

  @Test(arguments: Stage.allCases, [true, false])
  func `nothing is left after terminate and the last reference`(
    _ stage: Stage,
    _ isAsked: Bool
  ) async {
    let staged = await StagedSource(in: stage, isAsked: isAsked)
    staged.source?.terminate()
    for call in staged.calls { _ = await call.result }
    staged.drop()
    await staged.expectNothingLeft()
  }

  @Test(arguments: Stage.allCases)
  func `all ends with the last reference, whatever goes on`(_ stage: Stage) async {
    let staged = await StagedSource(in: stage, isAsked: false)
    staged.drop()
    for reader in staged.readers { await reader.value }
    await staged.expectNothingLeft()
  }

  @Test(arguments: Stage.allCases)
  func `cancelling all refreshes ends them, and leaves the source as good as new`(
    _ stage: Stage
  ) async throws {
    let staged = await StagedSource(in: stage, isAsked: true)
    let source = try #require(staged.source)
    source.cancelRefresh()
    for call in staged.calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(!source.snapshot.state.isRefreshing)
    #expect(source.core.runtime.timers.count == 0)
    if stage == .storing { staged.parts.store.saving.succeed(with: ()) }
    await until { source.core.storage.withLock { $0.machine.run == nil } }
    #expect(source.core.storage.withLock { $0.machine.run == nil && $0.callers.isEmpty })
  }

  @Test func `a stream of a terminated source has the value, and ends`() async throws {
    let staged = await StagedSource(in: .window, isAsked: true)
    let source = try #require(staged.source)
    source.terminate()
    var values: [Int] = []
    for await value in source.values { values.append(value) }
    #expect(values == [1])
    #expect(source.snapshot.value == 1)
  }

  @Test func `a fetch that does not heed its cancellation keeps nobody waiting`() async throws {
    let (clock, fetch) = (ManualClock(), ScriptedFetch<Int>(heedsCancellation: false))
    weak var core: DataSourceCore<Int>?
    do {
      let source = dataSource {
        try await fetch()
      } onError: { _ in
        .keep
      } emptyValue: {
        0
      }.clock(clock).build()
      core = source.core
      let call = Task.immediate { try await source.refresh() }
      await fetch.calls(1)
      source.terminate()
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    fetch.succeed(with: 1)
    await until { core == nil }
    #expect(core == nil)
  }
}
