import NetwatchCore
import NetwatchDataSources
import NetwatchTestSupport

/// Where calls of refresh wait.
enum CallStage: CaseIterable {
  /// For the end of a throttle's window.
  case throttled

  /// For the fetch under way.
  case running

  /// For a fetch behind the one under way.
  case queued

  /// For connectivity.
  case parked

  /// For a debounce, since a dependency's change cancelled their fetch.
  case interrupted
}

/// A source, and calls that wait for the same fetch, which has not begun except where the stage says so.
struct StagedCalls: Sendable {
  let stage: CallStage
  let trial = Trial()
  let source: DataSource<Int?>
  let calls: [Call<Int?>]
  private let manager = SettableConnectivityManager()

  /// Which fetch the calls are answered by, counted from 1.
  var answering: Int { stage == .running || stage == .parked ? 2 : 3 }

  /// The source has the value 1 already.
  init(_ count: Int, in stage: CallStage) async throws {
    self.stage = stage
    switch stage {
    case .throttled:
      source = trial.source.throttle(.seconds(2), last: true).build()
      try await trial.have(source, fetch: 0)
      trial.clock.advance(by: .seconds(2))
      try await trial.have(source, fetch: 1)
      calls = source.calls(count)
    case .running:
      source = trial.source.build()
      try await trial.have(source, fetch: 1)
      calls = source.calls(count)
      await trial.fetch.calls(2)
    case .queued:
      source = trial.source.build()
      try await trial.have(source, fetch: 1)
      _ = source.call()
      await trial.fetch.calls(2)
      calls = source.calls(count, joining: false)
    case .parked:
      source = trial.source.requiresConnectivity(manager).build()
      try await trial.have(source, fetch: 1)
      manager.set(isAvailable: false)
      calls = source.calls(count)
      for await state in source.state where state.isParked { break }
    case .interrupted:
      let feed = Feed<Int>()
      source = trial.source(dependingOn: feed.stream.dependency(.manual))
        .debounce(.seconds(1)).ttl(.seconds(3600), clear: true).build()
      calls = try await trial.interruptedCalls(count, of: source, by: feed)
    }
  }

  /// Lets the fetch begin that answers the calls.
  func proceed() async {
    switch stage {
    case .throttled: await trial.clock.arrive(at: .seconds(4))
    case .running: break
    case .queued: trial.fetch.succeed(2, with: 1)
    case .parked: manager.set(isAvailable: true)
    case .interrupted: await trial.pass(.seconds(1))
    }
    await trial.fetch.calls(answering)
  }
}

extension DataSource {
  fileprivate func calls(_ count: Int, joining: Bool = true) -> [Call<Value>] {
    (0..<count).map { _ in call(joining: joining) }
  }
}

extension Trial {
  /// Has the source fetch a value, and calls join a second fetch, which a change then cancels.
  fileprivate func interruptedCalls(
    _ count: Int,
    of source: DataSource<Int?>,
    by feed: Feed<Int>
  ) async throws -> [Call<Int?>] {
    await feed.give(1)
    let first = source.call()
    await pass(.seconds(1))
    await fetch.calls(1)
    fetch.succeed(with: 1)
    _ = try await first.value
    // The value is over from now on, and yet to be cleared at a later moment.
    await feed.give(2)
    var calls: [Call<Int?>] = []
    for _ in 0..<count {
      calls.append(source.call())
      await pass(.seconds(1))
      // The source waits for that moment again: the call has had its turn.
      await clock.sleepers()
    }
    await fetch.calls(2)
    await feed.give(3)
    return calls
  }

  /// Lets time pass at whose end the source has something to do.
  fileprivate func pass(_ duration: Duration) async {
    await clock.arrive(at: clock.now.offset + duration)
  }
}
