import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

/// A data source in the middle of something, with those who wait for it and read from it.
final class StagedSource {
  let stage: Stage
  let parts = StageParts()
  private(set) var source: DataSource<Int>?
  private weak var core: DataSourceCore<Int>?
  private let runtime: SourceRuntime
  private(set) var calls: [Task<Int, any Error>] = []
  /// Each ends with its stream.
  private(set) var readers: [Task<Void, Never>] = []

  /// - Parameters:
  ///   - stage: What it is in the middle of.
  ///   - isAsked: Whether callers asked for it, who hold the source; else it does it by itself.
  init(in stage: Stage, isAsked: Bool) async {
    self.stage = stage
    let builder = parts.builder(for: stage)
    let source = (isAsked ? builder : builder.autoRefresh(.seconds(1))).build()
    self.source = source
    (core, runtime) = (source.core, source.core.runtime)
    addReaders(of: source)
    await prepare(source)
    await ask(source, isAsked)
    await arrive(source)
  }

  private func addReaders(of source: DataSource<Int>) {
    let (values, states, pairs) = (source.values, source.state, source.valueWithState)
    readers = [
      Task.immediate { for await _ in values {} },
      Task.immediate { for await _ in states {} },
      Task.immediate { for await _ in pairs {} },
    ]
  }

  /// What comes before the stage.
  private func prepare(_ source: DataSource<Int>) async {
    switch stage {
    case .storing:
      await parts.store.loading.calls(1)
      parts.store.loading.succeed(with: nil)
      await until { source.core.storage.withLock { $0.machine.loading == nil } }
    case .window:
      let first = Task.immediate { try await source.refresh() }
      await parts.fetch.calls(1)
      parts.fetch.succeed(with: 1)
      _ = await first.result
    default: break
    }
  }

  private func ask(_ source: DataSource<Int>, _ isAsked: Bool) async {
    switch stage {
    case .idle, .dependency: break
    case _ where isAsked:
      calls = (0..<3).map { _ in Task.immediate { try await source.refresh() } }
    case .loading: break
    default:
      await parts.clock.sleepers(atLeast: 1)
      parts.clock.advance(by: .seconds(1))
    }
  }

  /// Waits until the stage is reached.
  private func arrive(_ source: DataSource<Int>) async {
    switch stage {
    case .idle: break
    case .dependency: await until { self.parts.dependency.isIdle }
    case .loading: await parts.store.loading.calls(1)
    case .debounce, .window:
      await until {
        source.core.storage.withLock { $0.machine.settling ?? $0.machine.trailing } != nil
      }
      await until { self.parts.clock.nextDeadline?.offset ?? .zero > .seconds(50) }
    case .prerequisite: await parts.prerequisite.calls(1)
    case .preparation: await parts.preparation.calls(1)
    case .connectivity: await until { source.snapshot.state.isParked }
    case .fetch: await parts.fetch.calls(1)
    case .retryPause:
      await parts.fetch.calls(1)
      parts.fetch.fail(with: Failure())
      await until { self.parts.clock.sleeperCount == 1 }
    case .storing:
      await parts.fetch.calls(1)
      parts.fetch.succeed(with: 1)
      await parts.store.saving.calls(1)
    }
  }

  /// Lets the last reference go.
  func drop() {
    (source, calls) = (nil, [])
  }

  /// Expects that nothing is left, once the one write has ended that may outlive the source.
  func expectNothingLeft() async {
    if stage == .storing { parts.store.saving.succeed(with: ()) }
    let manager = parts.manager
    await until { self.core == nil && self.parts.census.count == 0 }
    #expect(core == nil)
    #expect(parts.census.count == 0)
    #expect(runtime.timers.count == 0)
    #expect(parts.clock.sleeperCount == 0)
    #expect(runtime.release.waiterCount(at: manager) == 0)
    #expect(parts.fetch.underWay + parts.preparation.underWay + parts.prerequisite.underWay == 0)
    #expect(parts.store.loading.underWay + parts.store.saving.underWay == 0)
    if stage == .dependency { #expect(parts.dependency.hasEnded) }
  }
}

/// Waits until something holds, or for too long, for a test to tell.
func until(_ condition: () -> Bool) async {
  let deadline = ContinuousClock.now + .seconds(5)
  while !condition(), ContinuousClock.now < deadline { await Task.yield() }
}
