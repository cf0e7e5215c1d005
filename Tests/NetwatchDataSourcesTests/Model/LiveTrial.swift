import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchDataSources

/// A real data source on a manual clock, seen through its public functions.
///
/// After each event it is waited for until all that the model expects has come, so that nothing depends
/// on the speed of the machine.
struct LiveTrial: SourceTrial {
  let runsByItself = true
  private let source: DataSource<Int>
  private let clock = ManualClock()
  private let fetch = ScriptedFetch<Int>(heedsCancellation: false)
  private let dependencies: [ScriptedDependency]
  private let heard = HeardAnswers()
  /// Calls of `restartAutoRefresh`, which return, and that is all.
  private var restarts: Set<UInt64> = []
  private var calls: [UInt64: Task<Void, Never>] = [:]
  private var readers: [Int: Task<[Reading], Never>] = [:]
  private var readings: [Int: [Reading]] = [:]
  private var fetchUnderWay: UInt64?

  init(_ scenario: SourceScenario) {
    dependencies = scenario.rules.dependencies.map { _ in ScriptedDependency() }
    source = Self.builder(scenario, dependencies, fetch, clock).build()
  }

  mutating func happen(_ event: SourceEvent, at now: BootInstant, to model: SourceModel) async {
    // Where the clock is moved, the model says that a timer goes off then.
    let offset = Duration.nanoseconds(now.nanoseconds)
    clock.advance(by: offset - clock.now.offset)
    await apply(event)
    await settle(to: model)
    fetchUnderWay = model.fetch?.id
  }

  private mutating func apply(_ event: SourceEvent) async {
    switch event {
    case .refresh(let id, let clear, let joining):
      call(id) { try await $0.refresh(clear: clear, joining: joining) }
    case .callCancelled(let id): calls[id]?.cancel()
    case .clear: source.clear()
    case .cancelRefresh(let clear): source.cancelRefresh(clear: clear)
    case .dependency(let index): dependencies[index].send(0)
    case .subscribe(let id, let kind): subscribe(id, kind)
    case .leave(let id): await leave(id)
    case .stopAutoRefresh: source.stopAutoRefresh()
    case .resumeAutoRefresh: source.resumeAutoRefresh()
    case .restartAutoRefresh(let id): await restart(id)
    case .fetchSucceeded(let bits):
      fetchUnderWay.map { fetch.succeed(Int($0), with: Fetched.value(of: $0, bits)) }
    case .fetchFailed(let action):
      fetchUnderWay.map { fetch.fail(Int($0), with: Failure(name: "\(action)")) }
    case .terminate: source.terminate()
    case .fetchBegan, .timeCame, .stored, .loaded: break
    }
  }
}

// MARK: - Its users

extension LiveTrial {
  /// Calls at once, in a task that notes the answer.
  private mutating func call(
    _ id: UInt64,
    _ refresh: @escaping @Sendable (DataSource<Int>) async throws -> Int
  ) {
    calls[id] = Task.immediate { [source, heard] in
      do {
        heard.note(id, SourceAnswer(.success(try await refresh(source))))
      } catch {
        heard.note(id, SourceAnswer(.failure(error)))
      }
    }
  }

  private mutating func restart(_ id: UInt64?) async {
    guard let id else { return await source.restartAutoRefresh() }
    restarts.insert(id)
    calls[id] = Task.immediate { [source, heard] in
      await source.restartAutoRefresh(immediate: true)
      heard.note(id, nil)
    }
  }

  private mutating func subscribe(_ id: Int, _ kind: SourceEvent.Readings) {
    switch kind {
    case .values: read(id, source.values(bufferingPolicy: .unbounded)) { .value($0) }
    case .states: read(id, source.state(bufferingPolicy: .unbounded)) { .state($0) }
    case .pairs: read(id, source.valueWithState(bufferingPolicy: .unbounded)) { .pair($0) }
    }
  }

  private mutating func read<Element: Sendable>(
    _ id: Int,
    _ stream: AsyncStream<Element>,
    as reading: @escaping @Sendable (Element) -> Reading
  ) {
    readers[id] = Task.immediate {
      var list: [Reading] = []
      for await element in stream { list.append(reading(element)) }
      return list
    }
  }

  private mutating func leave(_ id: Int) async {
    guard let reader = readers.removeValue(forKey: id) else { return }
    reader.cancel()
    readings[id] = await reader.value
  }
}

// MARK: - Comparing

extension LiveTrial {
  /// Waits until nothing is missing, or for too long.
  private func settle(to model: SourceModel) async {
    let deadline = ContinuousClock.now + .seconds(5)
    while missing(from: model) != nil, ContinuousClock.now < deadline { await Task.yield() }
  }

  private func missing(from model: SourceModel) -> String? {
    var expected = model.answers.mapValues(SourceAnswer?.some)
    for id in restarts where model.answers[id] != nil { expected.updateValue(nil, forKey: id) }
    return differing("the answers", heard.answers, expected)
      ?? differing("the value", source.snapshot.value, model.value)
      ?? differing("the state", source.snapshot.state, model.state)
      ?? differing("freshness", source.snapshot.isFresh, model.isFresh)
      ?? differing("the fetches", fetch.count, Int(model.fetchCount))
      ?? differing("fetches under way", fetch.underWay, model.fetch == nil ? 0 : 1)
      ?? missingInside(model)
  }

  /// What cannot be seen from outside, but has to be over before the next event.
  private func missingInside(_ model: SourceModel) -> String? {
    let core = source.core
    let (run, due, isAnnouncing) = core.storage.withLock {
      ($0.machine.run?.id, $0.machine.nextDeadline, $0.isAnnouncing)
    }
    let isReading = dependencies.contains { !$0.isIdle }
    return differing("the run", run, model.fetch?.id)
      ?? differing("whether readers are being told", isAnnouncing, false)
      ?? differing("whether a dependency is being read", isReading, false)
      ?? differing("the next deadline", due, model.nextDeadline)
      ?? differing("timers", core.runtime.timers.count, model.nextDeadline == nil ? 0 : 1)
      ?? differing("whether it wakes in time", wakesInTime(model), true)
  }

  /// One sleep, which does not end too late.
  private func wakesInTime(_ model: SourceModel) -> Bool {
    guard let due = model.nextDeadline else { return clock.sleeperCount == 0 }
    guard clock.sleeperCount == 1, let wake = clock.nextDeadline else { return false }
    return wake.offset <= .nanoseconds(max(due, model.now).nanoseconds)
  }

  func difference(from model: SourceModel) -> String? {
    missing(from: model) ?? (fetch.peak > 1 ? "two fetches at once" : nil)
  }

  func finalDifference(from model: SourceModel) async -> String? {
    var readings = readings
    for (id, reader) in readers { readings[id] = await reader.value }
    return differing("what subscribers were told", readings, model.readings)
  }
}
