import NetwatchCore

@testable import NetwatchDataSources

/// The machine alone, with what its shell does written out: its actions, and what readers are told.
struct MachineTrial: SourceTrial {
  let runsByItself = false
  let isDistinct: Bool
  var machine: DataSourceMachine<Int>
  var answers: [UInt64: SourceAnswer] = [:]
  var fetch: UInt64?
  var isCancelled = false
  var readers: [Int: (kind: SourceEvent.Readings, list: [Reading])] = [:]
  var departed: [Int: [Reading]] = [:]
  var toldCount = 0
  var told: (version: UInt64, state: DataSourceState)
  var newestFetch = 0
  var lastBeginning: BootInstant?
  var kept: Int?
  var fault: String?

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
