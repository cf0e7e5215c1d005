import NetwatchCore
@testable import NetwatchDataSources

/// The machine alone, with what its shell does written out: its actions, and what readers are told.
struct MachineTrial: SourceTrial {
  let runsByItself = false
  private let isDistinct: Bool
  private var machine: DataSourceMachine<Int>
  private var answers: [UInt64: SourceAnswer] = [:]
  private var fetch: UInt64?
  private var isCancelled = false
  private var readers: [Int: (kind: SourceEvent.Readings, list: [Reading])] = [:]
  private var departed: [Int: [Reading]] = [:]
  private var toldCount = 0
  private var told: (version: UInt64, state: DataSourceState)
  private var newestFetch = 0
  private var lastBeginning: BootInstant?
  private var kept: Int?
  private var fault: String?

  init(_ scenario: SourceScenario) {
    isDistinct = scenario.isDistinct
    machine = DataSourceMachine(rules: scenario.rules, emptyValue: 0)
    told = (machine.version, machine.state)
  }

  mutating func happen(_ event: SourceEvent, at now: BootInstant, to model: SourceModel) {
    let isOver = machine.isTerminated
    apply(event, now)
    for action in machine.takeActions() { carryOut(action) }
    if !isOver { tell() }
    if case .fetchBegan = event { check(beginningAt: now) }
    if case .dependency = event { lastBeginning = nil }
  }

  private mutating func apply(_ event: SourceEvent, _ now: BootInstant) {
    switch event {
    case .refresh(let id, let clear, let joining):
      machine.refreshRequested(id, clear: clear, joining: joining, at: now)
    case .callCancelled(let id): machine.callCancelled(id)
    case .clear: machine.clearRequested()
    case .cancelRefresh(let clear): machine.cancelRequested(clear: clear, at: now)
    case .dependency(let index): machine.dependencyArrived(index, at: now)
    case .subscribe(let id, let kind): subscribe(id, kind, now)
    case .leave(let id):
      guard let reader = readers.removeValue(forKey: id) else { return }
      departed[id] = reader.list
      if reader.kind != .states { machine.unsubscribed() }
    case .stopAutoRefresh: machine.autoRefreshStopped()
    case .resumeAutoRefresh: machine.autoRefreshResumed()
    case .restartAutoRefresh(let id): restart(id, now)
    case .fetchBegan: machine.fetchBegan(fetch ?? 0, at: now)
    case .fetchSucceeded(let bits): succeed(bits, now)
    case .stored: end(.success, now)
    case .loaded(let copy): load(copy, now)
    case .fetchFailed(let action): end(.failure(Failure(), action), now)
    case .timeCame: machine.timeCame(now)
    case .terminate: machine.terminated()
    }
  }

  private mutating func subscribe(_ id: Int, _ kind: SourceEvent.Readings, _ now: BootInstant) {
    guard !machine.isTerminated else { return departed[id] = [Reading(kind, pair)] }
    readers[id] = (kind, [Reading(kind, pair)])
    if kind != .states { machine.subscribed(at: now) }
  }

  private mutating func restart(_ id: UInt64?, _ now: BootInstant) {
    machine.autoRefreshRestarted(at: now)
    guard let id else { return }
    machine.refreshRequested(id, clear: false, joining: true, ignoresTTL: true, at: now)
  }

  private mutating func succeed(_ bits: Int, _ now: BootInstant) {
    guard let fetch else { return }
    let fetched = compared(Fetched.value(of: fetch, bits))
    if !machine.fetched(fetch, fetched, at: now) { fault = "a value was not taken" }
    if !machine.rules.isPersisted { end(.success, now) }
  }

  private mutating func load(_ copy: StoredBits?, _ now: BootInstant) {
    machine.loaded(
      copy.map { (compared($0.bits), now.advanced(by: .zero - $0.age)) },
      at: now
    )
  }

  private func compared(_ value: Int) -> FetchedValue<Int> {
    FetchedValue(
      value: value,
      repeatsCurrent: isDistinct && Fetched.areSame(machine.value, value),
      repeatsEmpty: isDistinct && Fetched.areSame(value, 0),
      comparedVersion: machine.version
    )
  }

  private mutating func end(_ end: DataSourceMachine<Int>.RunEnd, _ now: BootInstant) {
    guard let fetch else { return }
    (self.fetch, isCancelled) = (nil, false)
    machine.runEnded(fetch, end, at: now)
  }
}

// MARK: - What its shell does

extension MachineTrial {
  private var pair: DataSourceValueWithState<Int> {
    DataSourceValueWithState(value: machine.value, state: machine.state)
  }

  private mutating func carryOut(_ action: DataSourceMachine<Int>.Action) {
    switch action {
    case .answer(let calls, let result):
      for call in calls {
        if answers[call] != nil { fault = "call \(call) was answered twice" }
        answers[call] = SourceAnswer(result)
      }
    case .begin(let id):
      if fetch != nil { fault = "two fetches at once" }
      (fetch, isCancelled) = (id, false)
    case .cancel(let id):
      if fetch != id || isCancelled { fault = "fetch \(id) is none to cancel" }
      isCancelled = true
    case .store(let value): kept = value
    case .forget: kept = nil
    }
  }

  private mutating func tell() {
    let isValueNews = machine.version != told.version
    let isStateNews = machine.state != told.state
    told = (machine.version, machine.state)
    guard isValueNews || isStateNews else { return }
    if machine.value != 0 {
      let fetch = Fetched.fetch(of: machine.value)
      if fetch < newestFetch { fault = "fetch \(fetch) after fetch \(newestFetch)" }
      newestFetch = fetch
    }
    for (id, reader) in readers {
      let isTold = reader.kind == .pairs || (reader.kind == .values ? isValueNews : isStateNews)
      let reading = Reading(reader.kind, pair)
      guard isTold else { continue }
      readers[id]?.list.append(reading)
      toldCount += 1
    }
  }

  /// Fetches begin no closer to one another than the throttle allows.
  private mutating func check(beginningAt now: BootInstant) {
    guard !isCancelled else { return }
    if let lastBeginning, let interval = machine.rules.throttle,
      now < lastBeginning.advanced(by: interval)
    {
      fault = "two fetches began within the throttle's interval"
    }
    lastBeginning = now
  }
}

// MARK: - Comparing

extension MachineTrial {
  func difference(from model: SourceModel) -> String? {
    fault
      ?? differing("the value", machine.value, model.value)
      ?? differing("the state", machine.state, model.state)
      ?? differing("the answers", answers, model.answers)
      ?? differing("the fetch", fetch, model.fetch?.id)
      ?? differing("whether it is cancelled", isCancelled, model.fetch?.isGivenUp ?? false)
      ?? differing("what is stored", kept, model.kept)
      ?? differing("the next deadline", machine.nextDeadline, model.nextDeadline)
      ?? differing("freshness", machine.isFresh(at: model.now), model.isFresh)
      ?? differing("how often subscribers were told", toldCount, model.toldCount)
  }

  func finalDifference(from model: SourceModel) -> String? {
    let readings = departed.merging(readers.mapValues(\.list)) { first, _ in first }
    return differing("what subscribers were told", readings, model.readings)
  }
}
