import NetwatchDataSources
import NetwatchTestSupport
import Testing

/// No caller hangs or is left out, whoever cancels.
@Suite(.timeLimit(.minutes(1)))
struct CancellationTests {
  @Test(arguments: CallStage.allCases, 0..<3)
  func `one caller's cancellation is no matter to the others`(
    stage: CallStage,
    leaver: Int
  ) async throws {
    let staged = try await StagedCalls(3, in: stage)
    staged.calls[leaver].cancel()
    await #expect(throws: CancellationError.self) { try await staged.calls[leaver].value }
    await staged.proceed()
    #expect(staged.trial.fetch.underWay == 1)
    staged.trial.fetch.succeed(with: 9)
    for (number, call) in staged.calls.enumerated() where number != leaver {
      #expect(try await call.value == 9)
    }
    #expect(staged.trial.fetch.count == staged.answering)
  }

  @Test(arguments: CallStage.allCases)
  func `the last caller's cancellation cancels what they waited for`(
    stage: CallStage
  ) async throws {
    let staged = try await StagedCalls(3, in: stage)
    let fetches = staged.trial.fetch.count
    for call in staged.calls.dropLast() { call.cancel() }
    let before = staged.trial.fetch.underWay
    staged.calls[2].cancel()
    for call in staged.calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    if stage == .running { #expect((before, staged.trial.fetch.underWay) == (1, 0)) }
    // The one that another call waits for is not touched.
    if stage == .queued {
      #expect(staged.trial.fetch.underWay == 1)
      staged.trial.fetch.succeed(with: 1)
    } else {
      #expect(!staged.source.snapshot.state.isRefreshing)
    }
    staged.trial.clock.advance(by: .seconds(10))
    #expect(staged.trial.fetch.count == fetches)
    #expect(staged.source.snapshot.value == 1)
    #expect(staged.trial.failures.entries.isEmpty)
  }

  @Test(arguments: CallStage.allCases, [false, true])
  func `cancelRefresh() ends every call, and keeps or clears the value`(
    stage: CallStage,
    clear: Bool
  ) async throws {
    let staged = try await StagedCalls(3, in: stage)
    staged.source.cancelRefresh(clear: clear)
    for call in staged.calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    let snapshot = staged.source.snapshot
    #expect(snapshot.value == (clear ? nil : 1))
    #expect(snapshot.state.isEmpty == clear)
    #expect(!snapshot.state.isRefreshing && !snapshot.state.isParked)
    #expect(staged.trial.fetch.underWay == 0)
    #expect(staged.trial.failures.entries.isEmpty)
  }

  @Test(arguments: CallStage.allCases)
  func `terminate() ends every call, and all streams`(stage: CallStage) async throws {
    let staged = try await StagedCalls(3, in: stage)
    let (values, states) = (staged.source.values, staged.source.state)
    let pairs = staged.source.valueWithState
    staged.source.terminate()
    for call in staged.calls {
      await #expect(throws: CancellationError.self) { try await call.value }
    }
    #expect(await values.all() == [1])
    #expect(await states.all().last?.isRefreshing == false)
    #expect(await pairs.all().last?.value == 1)
    #expect(staged.trial.fetch.underWay == 0)
    await #expect(throws: DataSourceTerminatedError.self) { try await staged.source.refresh() }
  }

  @Test(arguments: CallStage.allCases)
  func `after cancelRefresh() a refresh works as ever`(stage: CallStage) async throws {
    let staged = try await StagedCalls(1, in: stage)
    staged.source.cancelRefresh()
    await #expect(throws: CancellationError.self) { try await staged.calls[0].value }
    let call = staged.source.call()
    // Those that were fetching before have one fetch behind them that was cancelled.
    if stage == .running || stage == .queued {
      await staged.trial.fetch.calls(3)
    } else {
      await staged.proceed()
    }
    staged.trial.fetch.succeed(with: 9)
    #expect(try await call.value == 9)
  }

  @Test func `a call in a task that is cancelled already fetches nothing`() async {
    let trial = Trial()
    let source = trial.source.build()
    let call = Task {
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await source.refresh()
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(!source.snapshot.state.isRefreshing)
    #expect(trial.fetch.count == 0)
  }

  @Test func `a debounced call that is cancelled makes no fetch`() async {
    let trial = Trial()
    let source = trial.source.debounce(.milliseconds(300)).build()
    let call = source.call()
    await trial.clock.sleepers()
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(trial.clock.sleeperCount == 0)
    #expect(!source.snapshot.state.isRefreshing)
  }

  @Test func `cancelRefresh() ends a debounced call`() async {
    let trial = Trial()
    let source = trial.source.debounce(.milliseconds(300)).build()
    let call = source.call()
    await trial.clock.sleepers()
    source.cancelRefresh()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(trial.clock.sleeperCount == 0)
  }

  @Test func `a debounced call does not supersede those whose fetch a change cancelled`()
    async throws
  {
    let staged = try await StagedCalls(2, in: .interrupted)
    let call = staged.source.call()
    await staged.proceed()
    staged.trial.fetch.succeed(with: 9)
    for call in staged.calls + [call] { #expect(try await call.value == 9) }
  }

  @Test func `a debounced call is all that is left when those leave`() async throws {
    let staged = try await StagedCalls(2, in: .interrupted)
    let call = staged.source.call()
    #expect(staged.source.snapshot.state.isRefreshing)
    for call in staged.calls { call.cancel() }
    #expect(!staged.source.snapshot.state.isRefreshing)
    await staged.proceed()
    staged.trial.fetch.succeed(with: 9)
    #expect(try await call.value == 9)
  }
}
