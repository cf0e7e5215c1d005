import NetwatchCore

@testable import NetwatchDataSources

extension SourceModel {
  var isFresh: Bool {
    guard let since, let ttl = rules.ttl, !isVoid else { return false }
    return now < since.advanced(by: ttl)
  }

  var mayBeServedStale: Bool {
    guard let since, let ttl = rules.ttl, !isVoid else { return false }
    switch rules.stale {
    case .refused: return false
    case .served: return true
    case .servedFor(let limit): return now < since.advanced(by: ttl).advanced(by: limit)
    }
  }

  mutating func clear() {
    if isLoading { isLost = true }
    kept = nil
    guard since != nil else { return }
    put(0, since: nil)
  }

  mutating func put(_ new: Int, since moment: BootInstant?) {
    if !isDistinct || !Fetched.areSame(value, new) { isValueNews = true }
    (value, since, isVoid) = (new, moment, false)
  }
}

// MARK: - The stored value

extension SourceModel {
  mutating func loaded(_ copy: StoredBits?) {
    guard isLoading, !isTerminated else { return }
    isLoading = false
    if let copy, !isLost { take(copy) }
    for waiter in take({ $0.place == .store }) {
      guard let id = waiter.call else { continue }
      refresh(id, clear: waiter.clears, joining: waiter.joins, unlessFresh: waiter.unlessFresh)
    }
    if isFollowed, !isFresh { refreshUnasked() }
    catchUp()
  }

  private mutating func take(_ copy: StoredBits) {
    let moment = now.advanced(by: .zero - copy.age)
    put(copy.bits, since: moment)
    isVoid = isOutdated
    intervalStart = moment
    if let clearDue, clearDue <= now { clear() }
  }
}
