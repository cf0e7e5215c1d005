import NetwatchCore

@testable import NetwatchDataSources

// MARK: - The way of a refresh

extension SourceModel {
  mutating func refresh(_ id: UInt64, clear clears: Bool, joining: Bool, unlessFresh: Bool = true) {
    guard !isTerminated else { return answers[id] = .terminated }
    guard !isLoading else {
      var waiter = Waiter(call: id, joins: joining, place: .store)
      (waiter.clears, waiter.unlessFresh) = (clears, unlessFresh)
      return waiters.append(waiter)
    }
    if clears { clear() }
    if unlessFresh, isFresh { return answers[id] = .value(value) }
    if unlessFresh, mayBeServedStale {
      answers[id] = .value(value)
      return refreshUnasked()
    }
    if let index = missing.min() { return answers[id] = .unavailable(index) }
    debounce(Waiter(call: id, joins: joining))
  }

  mutating func refreshUnasked() {
    if missing.isEmpty { debounce(Waiter(call: nil)) }
  }

  private mutating func debounce(_ waiter: Waiter) {
    guard let interval = rules.debounce else { return throttle([waiter]) }
    let isFirst = !waiters.contains { $0.place == .debounce }
    if isFirst || waiter.call != nil { quietFrom = now.advanced(by: interval) }
    if waiter.call != nil {
      dismiss(.cancelled) { $0.place == .debounce && !$0.isSentBack && $0.call != nil }
    }
    wait([waiter], at: .debounce)
  }

  /// Lets one fetch begin in each window.
  mutating func throttle(_ group: [Waiter]) {
    guard let windowEnd, now < windowEnd else { return begin(group) }
    if rules.throttleDeliversLast { return wait(group, at: .window) }
    for waiter in group where waiter.call != nil {
      if waiter.joins, isFetching {
        wait([waiter], at: .fetch)
      } else if waiter.joins, since != nil {
        answer(waiter, .value(value))
      } else {
        wait([waiter], at: .window)
      }
    }
  }

  var windowEnd: BootInstant? {
    guard let interval = rules.throttle else { return nil }
    return windowStart?.advanced(by: interval)
  }

  /// One fetch for all, unless one is under way, which answers those who let it.
  mutating func begin(_ group: [Waiter]) {
    guard !group.isEmpty else { return }
    guard fetch != nil else {
      fetchCount += 1
      fetch = Fetch(id: fetchCount)
      return wait(group, at: .fetch)
    }
    for waiter in group { wait([waiter], at: isFetching && waiter.joins ? .fetch : .nextFetch) }
  }

  private mutating func wait(_ group: [Waiter], at place: Place) {
    for var waiter in group {
      waiter.place = place
      waiters.append(waiter)
    }
  }

  mutating func take(_ isTaken: (Waiter) -> Bool) -> [Waiter] {
    defer { waiters.removeAll(where: isTaken) }
    return waiters.filter(isTaken)
  }

  private mutating func answer(_ waiter: Waiter, _ answer: SourceAnswer) {
    if let id = waiter.call { answers[id] = answer }
  }

  mutating func dismiss(_ answer: SourceAnswer, _ isDismissed: (Waiter) -> Bool) {
    for waiter in take(isDismissed) { self.answer(waiter, answer) }
  }
}

// MARK: - The fetch

extension SourceModel {
  mutating func fetchBegan() {
    fetch?.hasBegun = true
    if isFetching { windowStart = now }
  }

  mutating func fetchSucceeded(_ bits: Int) {
    guard let fetch else { return }
    let new = Fetched.value(of: fetch.id, bits)
    if isFetching {
      put(new, since: now)
      isOverdue = false
      if rules.isPersisted { kept = new }
    }
    if rules.isPersisted { self.fetch?.brought = new } else { fetchEnded(.value(new)) }
  }

  mutating func stored() {
    if let new = fetch?.brought { fetchEnded(.value(new)) }
  }

  mutating func fetchFailed(_ action: FetchErrorAction) {
    if isFetching, action == .clear { clear() }
    fetchEnded(.failed)
  }

  private mutating func fetchEnded(_ answer: SourceAnswer) {
    fetch = nil
    if intervalStart != nil { intervalStart = now }
    dismiss(answer) { $0.place == .fetch }
    let next = take { $0.place == .nextFetch }
    if !next.isEmpty { throttle(next) }
  }
}

// MARK: - Ends

extension SourceModel {
  mutating func cancelCall(_ id: UInt64) {
    dismiss(.cancelled) { $0.call == id }
    giveUpIfUnwanted()
  }

  private mutating func giveUpIfUnwanted() {
    if !waiters.contains(where: { $0.place == .fetch }) { fetch?.isGivenUp = true }
  }

  mutating func cancelRefresh(clears: Bool) {
    dismiss(.cancelled) { _ in true }
    fetch?.isGivenUp = true
    (isOverdue, isFollowed) = (false, false)
    if intervalStart != nil { intervalStart = now }
    if clears { clear() }
  }

  mutating func terminate() {
    dismiss(.cancelled) { _ in true }
    fetch?.isGivenUp = true
    isTerminated = true
  }
}
