import NetwatchCore

// MARK: - Subscribers and auto-refresh

extension DataSourceMachine {
  /// When the next refresh is due that nobody asks for.
  var autoRefreshDue: BootInstant? {
    guard let interval = rules.autoRefresh, !isAutoRefreshStopped, subscriberCount > 0,
      loading == nil, missing.isEmpty, isIdle
    else { return nil }
    return intervalStart?.advanced(by: interval)
  }

  /// Whether no refresh is coming.
  private var isIdle: Bool {
    run == nil && following == nil && settling == nil && trailing == nil
  }

  /// A subscriber came.
  mutating func subscribed(at now: BootInstant) {
    guard !isTerminated else { return }
    subscriberCount += 1
    if intervalStart == nil { intervalStart = now }
    catchUp(at: now)
  }

  /// Makes the refresh that was put off until somebody subscribes.
  private mutating func catchUp(at now: BootInstant) {
    guard isOverdue, subscriberCount > 0, loading == nil else { return }
    isOverdue = false
    if !isFresh(at: now) { refreshUnasked(at: now) }
  }

  /// A subscriber left.
  mutating func unsubscribed() {
    subscriberCount -= 1
  }

  mutating func autoRefreshStopped() {
    isAutoRefreshStopped = true
  }

  /// It goes on: at once where the interval is over.
  mutating func autoRefreshResumed() {
    isAutoRefreshStopped = false
  }

  /// It goes on with a new interval.
  mutating func autoRefreshRestarted(at now: BootInstant) {
    isAutoRefreshStopped = false
    intervalStart = now
  }
}

// MARK: - Dependencies

extension DataSourceMachine {
  /// A dependency gave a value.
  mutating func dependencyArrived(_ index: Int, at now: BootInstant) {
    guard !isTerminated else { return }
    if missing.remove(index) != nil {
      if missing.isEmpty { dependenciesBecameAvailable(at: now) }
    } else {
      dependencyChanged(rules.dependencies[index], at: now)
    }
  }

  private mutating func dependenciesBecameAvailable(at now: BootInstant) {
    let modes = Set(rules.dependencies.map(\.mode))
    guard modes.contains(.eager) || modes.contains(.lazy) else { return }
    guard isWantedNow(modes.contains(.eager) ? .eager : .lazy), !isFresh(at: now) else { return }
    refreshUnasked(at: now)
  }

  /// Whatever was fetched with the former value is over.
  private mutating func dependencyChanged(_ rule: DependencyRule, at now: BootInstant) {
    (isExpired, windowStart) = (true, nil)
    loading?.isExpired = true
    if rule.clears { clearRequested() }
    let wasRefreshing = state.isRefreshing
    var interrupted = takeInterrupted()
    if rule.mode == .lazy, subscriberCount == 0 { interrupted.isAutomatic = false }
    if missing.isEmpty, isWantedNow(rule.mode) { interrupted.merge(.automatic) }
    guard loading == nil else { return }
    settleAgain(interrupted, wasRefreshing: wasRefreshing, at: now)
  }

  /// Whether what a dependency of that mode gave is followed by a refresh now; one that is for later is
  /// taken note of.
  private mutating func isWantedNow(_ mode: DataSourceDependencyMode) -> Bool {
    switch mode {
    case .manual: break
    case .lazy where subscriberCount == 0: isOverdue = true
    case .lazy, .eager:
      if loading == nil { return true }
      loading?.isFollowedByRefresh = true
    }
    return false
  }

  /// Those who wait for a fetch with the former value, which is cancelled, or for the end of a window,
  /// which is over.
  private mutating func takeInterrupted() -> CallGroup {
    var group = CallGroup()
    for waiting in [run?.group, following, trailing?.everybody] {
      if let waiting { group.merge(waiting) }
    }
    (following, trailing) = (nil, nil)
    cancelRun()
    return group
  }
}

// MARK: - The stored value

extension DataSourceMachine {
  /// The stored value came, or there is none.
  ///
  /// - Parameters:
  ///   - stored: The value, and since when there is it.
  ///   - now: This moment.
  mutating func loaded(
    _ stored: (value: FetchedValue<Value>, since: BootInstant)?,
    at now: BootInstant
  ) {
    guard let loading, !isTerminated else { return }
    self.loading = nil
    if let stored, !loading.isVoid { take(stored, isExpired: loading.isExpired, at: now) }
    for call in loading.calls {
      refreshRequested(
        call.id,
        clear: call.clear,
        joining: call.joining,
        ignoresTTL: call.ignoresTTL,
        at: now
      )
    }
    if loading.isFollowedByRefresh, !isFresh(at: now) { refreshUnasked(at: now) }
    catchUp(at: now)
  }

  private mutating func take(
    _ stored: (value: FetchedValue<Value>, since: BootInstant),
    isExpired: Bool,
    at now: BootInstant
  ) {
    hold(stored.value, since: stored.since)
    self.isExpired = isExpired
    intervalStart = stored.since
    if let due = clearingDue, due <= now { clearValue() }
  }
}
