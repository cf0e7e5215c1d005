import NetwatchCore

/// When a data source fetches, who gets the result, and what the source has: without clock, tasks or
/// continuations.
///
/// A refresh goes through stages: it clears, is answered by a value in its time, settles (debounce),
/// waits for the end of a window (throttle), and then begins a run, joins the one under way, or
/// follows it. A run looks at the prerequisites and fetches; there is never more than one, and one
/// that was cancelled is waited for.
struct DataSourceMachine<Value: Sendable>: Sendable {
  typealias CallID = UInt64
  typealias RunID = UInt64

  /// What is to be done, in order.
  enum Action: Sendable {
    case answer([CallID], with: Result<Value, any Error>)
    case begin(RunID)
    case cancel(RunID)
    /// The value is to be stored.
    case store(Value)
    /// The stored value goes.
    case forget
  }

  /// Calls that wait for a moment.
  struct Waiting: Sendable {
    var group = CallGroup()
    /// Those whose fetch was cancelled: no other call takes their place.
    var interrupted = CallGroup()
    var due: BootInstant
    /// Whether a fetch was under way when those were sent back.
    var wasRefreshing = false

    var isEmpty: Bool { group.isEmpty && interrupted.isEmpty }
    var isRefreshing: Bool { wasRefreshing && !interrupted.isEmpty }
    var everybody: CallGroup {
      var all = interrupted
      all.merge(group)
      return all
    }
  }

  /// A fetch and what comes before it.
  struct Run: Sendable {
    let id: RunID
    var group: CallGroup
    var isCancelled = false
    var isParked = false
    /// What it brought, where more is to be done before it ends.
    var fetched: Value?
  }

  /// A call that came before the stored value.
  struct EarlyCall: Sendable {
    let id: CallID
    let clear: Bool
    let joining: Bool
    let ignoresTTL: Bool
  }

  /// The wait for the stored value.
  struct Loading: Sendable {
    var calls: [EarlyCall] = []
    /// Whether the stored value comes too late.
    var isVoid = false
    /// Whether it belongs to former dependencies.
    var isExpired = false
    var isFollowedByRefresh = false
  }

  let rules: SourceRules
  let emptyValue: Value

  // What it has.
  var value: Value
  var isEmpty = true
  /// Grows whenever the value is to be told to subscribers.
  var version: UInt64 = 0
  var fetchedAt: BootInstant?
  /// Whether the value is over before its time.
  var isExpired = false
  /// Whether the store may have a value: it does not say so where it cannot be read.
  var mayBeStored: Bool
  /// Whether the value counts as the same as the empty one.
  var repeatsEmpty = true

  // What it is doing.
  var loading: Loading?
  var settling: Waiting?
  var trailing: Waiting?
  var run: Run?
  /// Who gets the result of the run after this one.
  var following: CallGroup?
  var runCount: RunID = 0
  /// When the last fetch began, as far as the throttle is concerned.
  var windowStart: BootInstant?
  var isTerminated = false

  // Who needs it.
  var subscriberCount = 0
  /// When the interval of auto-refresh began; nil before the first subscriber.
  var intervalStart: BootInstant?
  var isAutoRefreshStopped = false
  /// The dependencies that have given no value yet.
  var missing: Set<Int>
  /// Whether a lazy dependency has changed since a value was fetched, with nobody to fetch it for.
  var isOverdue = false

  private var actions: [Action] = []

  init(rules: SourceRules, emptyValue: Value) {
    self.rules = rules
    self.emptyValue = emptyValue
    value = emptyValue
    mayBeStored = rules.isPersisted
    missing = Set(rules.dependencies.indices)
    loading = rules.isPersisted ? Loading() : nil
  }

  /// What it is doing, for observers.
  var state: DataSourceState {
    let isRunning = run.map { !$0.isCancelled } ?? false
    return DataSourceState(
      isRefreshing: isRunning || following != nil || settling?.isRefreshing == true,
      isEmpty: isEmpty,
      isParked: isRunning && run?.isParked == true
    )
  }

  mutating func take(_ action: Action) {
    actions.append(action)
  }

  /// What is to be done since this was last asked.
  mutating func takeActions() -> [Action] {
    guard !actions.isEmpty else { return [] }
    defer { actions = [] }
    return actions
  }

  mutating func answer(_ group: CallGroup?, with result: Result<Value, any Error>) {
    guard let calls = group?.calls, !calls.isEmpty else { return }
    take(.answer(calls, with: result))
  }
}

extension Optional {
  /// Calls that wait, from now on until that moment where there were none.
  subscript<Value>(default due: BootInstant) -> DataSourceMachine<Value>.Waiting
  where Wrapped == DataSourceMachine<Value>.Waiting {
    get { self ?? Wrapped(due: due) }
    _modify {
      var waiting = self ?? Wrapped(due: due)
      self = nil
      defer { self = waiting }
      yield &waiting
    }
  }
}
