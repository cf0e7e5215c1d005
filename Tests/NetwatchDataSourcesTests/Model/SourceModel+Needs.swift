import NetwatchCore

@testable import NetwatchDataSources

// MARK: - Subscribers

extension SourceModel {
  mutating func subscribe(_ id: Int, _ kind: SourceEvent.Readings) {
    let first = Reading(kind, pair)
    guard !isTerminated else { return departed[id] = [first] }
    // What the arrival itself brings about is told after that.
    subscribers[id] = Subscriber(kind: kind, readings: [first])
    guard kind != .states else { return }
    if intervalStart == nil { intervalStart = now }
    catchUp()
  }

  /// A refresh that was put off until somebody subscribes.
  mutating func catchUp() {
    guard isOverdue, subscriberCount > 0, !isLoading else { return }
    isOverdue = false
    if !isFresh { refreshUnasked() }
  }

  mutating func restart(_ id: UInt64?) {
    (isStopped, intervalStart) = (false, now)
    if let id { refresh(id, clear: false, joining: true, unlessFresh: false) }
  }
}

// MARK: - Time

extension SourceModel {
  var clearDue: BootInstant? {
    guard rules.clearsWhenExpired, let ttl = rules.ttl else { return nil }
    return since?.advanced(by: ttl)
  }

  private var autoRefreshDue: BootInstant? {
    guard let interval = rules.autoRefresh, !isStopped, subscriberCount > 0, missing.isEmpty,
      fetch == nil, waiters.isEmpty, !isLoading
    else { return nil }
    return intervalStart?.advanced(by: interval)
  }

  var nextDeadline: BootInstant? {
    guard !isTerminated else { return nil }
    let quiet = waiters.contains { $0.place == .debounce } ? quietFrom : nil
    let window = waiters.contains { $0.place == .window } ? windowEnd : nil
    return [clearDue, quiet, window, autoRefreshDue].compactMap(\.self).min()
  }

  mutating func timeCame() {
    guard !isTerminated else { return }
    if let clearDue, clearDue <= now { clear() }
    if quietFrom <= now {
      let calm = take { $0.place == .debounce }
      if !calm.isEmpty { throttle(calm) }
    }
    if let windowEnd, windowEnd <= now {
      begin(take { $0.place == .window }.map(\.apart))
    }
    if let due = autoRefreshDue, due <= now {
      intervalStart = now
      refreshUnasked()
    }
  }
}

// MARK: - Dependencies

extension SourceModel {
  mutating func dependencyGave(_ index: Int) {
    guard !isTerminated else { return }
    guard missing.remove(index) == nil else {
      if missing.isEmpty { allGave() }
      return
    }
    changed(rules.dependencies[index])
  }

  private mutating func allGave() {
    let modes = rules.dependencies.map(\.mode)
    if modes.contains(.eager) || (modes.contains(.lazy) && subscriberCount > 0) {
      if isLoading { isFollowed = true } else if !isFresh { refreshUnasked() }
    } else if modes.contains(.lazy) {
      isOverdue = true
    }
  }

  /// What was fetched before is worth nothing, and nothing holds back those who wait for a fetch.
  private mutating func changed(_ rule: DependencyRule) {
    let wasRefreshing = state.isRefreshing
    if rule.clears { clear() }
    (isVoid, isOutdated, windowStart) = (since != nil, true, nil)
    fetch?.isGivenUp = true
    var back = take { $0.place != .debounce && $0.place != .store }
    if rule.mode == .lazy, subscriberCount == 0 { back.removeAll { $0.call == nil } }
    if missing.isEmpty {
      let isWanted = rule.mode == .eager || (rule.mode == .lazy && subscriberCount > 0)
      if isWanted, isLoading { isFollowed = true }
      if isWanted, !isLoading { back.append(Waiter(call: nil)) }
      if rule.mode == .lazy, !isWanted { isOverdue = true }
    }
    sendBack(back, wasRefreshing: wasRefreshing)
  }

  private mutating func sendBack(_ group: [Waiter], wasRefreshing: Bool) {
    guard let interval = rules.debounce, !group.isEmpty else { return begin(group) }
    quietFrom = now.advanced(by: interval)
    for var waiter in group {
      (waiter.place, waiter.isSentBack) = (.debounce, true)
      waiter.isRefreshing = wasRefreshing
      waiters.append(waiter)
    }
  }
}
