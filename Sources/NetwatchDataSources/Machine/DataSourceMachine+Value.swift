import NetwatchCore

/// A value that was fetched, and how it compares with what subscribers have.
struct FetchedValue<Value: Sendable>: Sendable {
  let value: Value
  /// Whether it counts as the same as the value of that version.
  let repeatsCurrent: Bool
  /// Whether it counts as the same as the empty value.
  let repeatsEmpty: Bool
  /// The version that it was compared with.
  let comparedVersion: UInt64
}

extension DataSourceMachine {
  /// The end of the value's time to live; nil where it has none.
  private var expiry: BootInstant? {
    guard let ttl = rules.ttl, !isEmpty else { return nil }
    return fetchedAt?.advanced(by: ttl)
  }

  /// When the value is to go.
  var clearingDue: BootInstant? { rules.clearsWhenExpired ? expiry : nil }

  func isFresh(at now: BootInstant) -> Bool {
    guard let expiry, !isExpired else { return false }
    return now < expiry
  }

  /// Whether a value whose time is over may answer for now.
  func isServedStale(at now: BootInstant) -> Bool {
    guard let expiry, !isExpired else { return false }
    switch rules.stale {
    case .refused: return false
    case .served: return true
    case .servedFor(let limit): return now < expiry.advanced(by: limit)
    }
  }

  /// The value that answers a refresh at once, as long as nothing else has to be done for it.
  func answer(at now: BootInstant) -> Value? {
    guard loading == nil, !isTerminated, isFresh(at: now) else { return nil }
    return value
  }

  /// Replaces the value with the empty one.
  mutating func clearValue() {
    guard !isEmpty else { return }
    (value, isEmpty, fetchedAt, isExpired) = (emptyValue, true, nil, false)
    if !repeatsEmpty { version += 1 }
    repeatsEmpty = true
    forget()
  }

  /// Has the stored value removed, where there may be one.
  mutating func forget() {
    guard mayBeStored else { return }
    mayBeStored = false
    take(.forget)
  }

  mutating func hold(_ fetched: FetchedValue<Value>, since moment: BootInstant) {
    (value, isEmpty, fetchedAt, isExpired) = (fetched.value, false, moment, false)
    repeatsEmpty = fetched.repeatsEmpty
    if !fetched.repeatsCurrent { version += 1 }
  }
}
