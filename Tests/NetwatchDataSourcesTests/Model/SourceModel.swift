import NetwatchCore

@testable import NetwatchDataSources

/// What a data source does by the rules that its users are told, as simple as can be: a flat list of
/// those who wait for a value, and where each of them is.
struct SourceModel {
  /// Where somebody waits.
  enum Place { case store, debounce, window, fetch, nextFetch }

  /// Somebody who waits for a value.
  struct Waiter {
    /// Nil for the source itself.
    let call: UInt64?
    var joins = true
    var place = Place.debounce
    /// Whether a dependency's change sent it back: no later call takes its place.
    var isSentBack = false
    /// Whether it was refreshing when it was sent back.
    var isRefreshing = false
    /// What is to be done once the store has told what it has.
    var clears = false
    var unlessFresh = true

    /// The same, answered by no fetch that has begun.
    var apart: Self {
      var apart = self
      if call != nil { apart.joins = false }
      return apart
    }
  }

  struct Fetch {
    let id: UInt64
    var hasBegun = false
    var isGivenUp = false
    /// What it has brought, while that is being stored.
    var brought: Int?
  }

  struct Subscriber {
    let kind: SourceEvent.Readings
    var readings: [Reading]
  }

  let rules: SourceRules
  let isDistinct: Bool
  var now = BootInstant(nanoseconds: 0)

  var value = 0
  /// When the value was fetched; nil where it is the empty one.
  var since: BootInstant?
  /// Whether a dependency has changed since then.
  var isVoid = false

  /// Whether the store has still to tell what it has.
  var isLoading: Bool
  /// Whether that comes too late, or belongs to former dependencies, or has to be followed by a refresh.
  var (isLost, isOutdated, isFollowed) = (false, false, false)
  /// What the store is to have, as far as is known.
  var kept: Int?

  var waiters: [Waiter] = []
  var quietFrom = BootInstant.distantFuture
  var fetch: Fetch?
  var fetchCount: UInt64 = 0
  var windowStart: BootInstant?

  var missing: Set<Int>
  var isOverdue = false
  var subscribers: [Int: Subscriber] = [:]
  /// What those were told who have left.
  var departed: [Int: [Reading]] = [:]
  var intervalStart: BootInstant?
  var isStopped = false
  var isTerminated = false

  /// All answers there were.
  var answers: [UInt64: SourceAnswer] = [:]
  /// Whether subscribers are to be told of the value.
  var isValueNews = false
  /// How much subscribers were told, all in all.
  private(set) var toldCount = 0

  init(rules: SourceRules, isDistinct: Bool) {
    (self.rules, self.isDistinct) = (rules, isDistinct)
    missing = Set(rules.dependencies.indices)
    isLoading = rules.isPersisted
  }

  var isFetching: Bool { fetch?.isGivenUp == false }
  /// Those who keep auto-refresh going.
  var subscriberCount: Int { subscribers.values.count { $0.kind != .states } }

  var state: DataSourceState {
    let isSentBack = waiters.contains { $0.place == .debounce && $0.isRefreshing }
    return DataSourceState(
      isRefreshing: isFetching || isSentBack || waiters.contains { $0.place == .nextFetch },
      isEmpty: since == nil,
      isParked: false
    )
  }

  /// What each was told who ever subscribed.
  var readings: [Int: [Reading]] {
    departed.merging(subscribers.mapValues(\.readings)) { first, _ in first }
  }

  var pair: DataSourceValueWithState<Int> {
    DataSourceValueWithState(value: value, state: state)
  }

  mutating func happen(_ event: SourceEvent, at now: BootInstant) {
    self.now = now
    let before = state
    let isOver = isTerminated
    isValueNews = false
    apply(event)
    // Streams have ended.
    guard !isOver else { return }
    let isStateNews = state != before
    for (id, subscriber) in subscribers {
      let reading = Reading(subscriber.kind, pair)
      let isTold =
        switch subscriber.kind {
        case .values: isValueNews
        case .states: isStateNews
        case .pairs: isValueNews || isStateNews
        }
      guard isTold else { continue }
      subscribers[id]?.readings.append(reading)
      toldCount += 1
    }
  }

  private mutating func apply(_ event: SourceEvent) {
    switch event {
    case .refresh(let id, let clear, let joining): refresh(id, clear: clear, joining: joining)
    case .callCancelled(let id): cancelCall(id)
    case .clear: clear()
    case .cancelRefresh(let clears): cancelRefresh(clears: clears)
    case .dependency(let index): dependencyGave(index)
    case .subscribe(let id, let kind): subscribe(id, kind)
    case .leave(let id): departed[id] = subscribers.removeValue(forKey: id)?.readings
    case .stopAutoRefresh: isStopped = true
    case .resumeAutoRefresh: isStopped = false
    case .restartAutoRefresh(let id): restart(id)
    case .fetchBegan: fetchBegan()
    case .fetchSucceeded(let bits): fetchSucceeded(bits)
    case .fetchFailed(let action): fetchFailed(action)
    case .stored: stored()
    case .loaded(let copy): loaded(copy)
    case .timeCame: timeCame()
    case .terminate: terminate()
    }
  }
}
