import NetwatchCore

// MARK: - The stages before a run

extension DataSourceMachine {
  /// Somebody calls refresh; the call is answered by an action, now or later.
  mutating func refreshRequested(
    _ call: CallID,
    clear: Bool,
    joining: Bool,
    ignoresTTL: Bool = false,
    at now: BootInstant
  ) {
    let group = CallGroup(calls: [call], apart: joining ? [] : [call])
    guard !isTerminated else { return answer(group, with: .failure(DataSourceTerminatedError())) }
    guard loading == nil else {
      loading?.calls.append(
        EarlyCall(id: call, clear: clear, joining: joining, ignoresTTL: ignoresTTL)
      )
      return
    }
    if clear { clearRequested() }
    guard ignoresTTL || !isAnswered(group, at: now) else { return }
    guard missing.isEmpty else { return refuse(group) }
    settle(group, at: now)
  }

  /// Answers with the value where it may.
  private mutating func isAnswered(_ group: CallGroup, at now: BootInstant) -> Bool {
    let isFresh = isFresh(at: now)
    guard isFresh || isServedStale(at: now) else { return false }
    answer(group, with: .success(value))
    if !isFresh { refreshUnasked(at: now) }
    return true
  }

  private mutating func refuse(_ group: CallGroup) {
    let index = missing.min() ?? 0
    answer(group, with: .failure(DependencyUnavailableError(index: index)))
  }

  /// The source itself wants a refresh.
  mutating func refreshUnasked(at now: BootInstant) {
    guard missing.isEmpty else { return }
    settle(.automatic, at: now)
  }

  /// Waits until there is no further call for a time.
  ///
  /// A call takes the place of an earlier one; what the source itself wants does not, and does not make
  /// anybody wait longer.
  private mutating func settle(_ group: CallGroup, at now: BootInstant) {
    guard let debounce = rules.debounce else { return pass(group, at: now) }
    let due = now.advanced(by: debounce)
    if let former = settling?.group, !group.calls.isEmpty {
      answer(former, with: .failure(CancellationError()))
      settling?.group = CallGroup(isAutomatic: former.isAutomatic)
      settling?.due = due
    }
    settling[default: due].group.merge(group)
  }

  /// Takes those back whose fetch was cancelled because a dependency changed, and the source's own wish.
  mutating func settleAgain(
    _ interrupted: CallGroup,
    wasRefreshing: Bool,
    at now: BootInstant
  ) {
    guard !interrupted.isEmpty else { return }
    guard let debounce = rules.debounce else { return begin(interrupted) }
    settling[default: now].interrupted.merge(interrupted)
    settling?.wasRefreshing = wasRefreshing
    settling?.due = now.advanced(by: debounce)
  }

  /// Lets one fetch begin in each window.
  mutating func pass(_ group: CallGroup, at now: BootInstant) {
    guard let end = windowEnd, now < end else { return begin(group) }
    if rules.throttleDeliversLast {
      trailing[default: end].group.merge(group)
    } else {
      swallow(group, until: end)
    }
  }

  private var windowEnd: BootInstant? {
    guard let throttle = rules.throttle else { return nil }
    return windowStart?.advanced(by: throttle)
  }

  /// Answers with what the window has brought: the fetch under way, or else the value.
  ///
  /// Where it has brought nothing, or that is not good enough, calls wait for its end: to answer with
  /// the empty value would call it a success.
  private mutating func swallow(_ group: CallGroup, until end: BootInstant) {
    let joining = CallGroup(calls: group.joining.calls)
    if run?.isCancelled == false {
      run?.group.merge(joining)
    } else if !isEmpty {
      answer(joining, with: .success(value))
    } else if !joining.isEmpty {
      trailing[default: end].group.merge(joining)
    }
    let apart = group.standingApart
    if !apart.isEmpty { trailing[default: end].group.merge(apart) }
  }
}

// MARK: - Time, and its ends

extension DataSourceMachine {
  /// When something is to be done next.
  var nextDeadline: BootInstant? {
    guard !isTerminated else { return nil }
    return [settling?.due, trailing?.due, clearingDue, autoRefreshDue].compactMap(\.self).min()
  }

  /// It is this late now.
  mutating func timeCame(_ now: BootInstant) {
    guard !isTerminated else { return }
    if let due = clearingDue, due <= now { clearValue() }
    if let waiting = settling, waiting.due <= now {
      settling = nil
      pass(waiting.everybody, at: now)
    }
    if let waiting = trailing, waiting.due <= now { windowEnded(for: waiting, at: now) }
    if let due = autoRefreshDue, due <= now {
      intervalStart = now
      refreshUnasked(at: now)
    }
  }

  /// A window has ended, unless another fetch has begun within it.
  private mutating func windowEnded(for waiting: Waiting, at now: BootInstant) {
    if let end = windowEnd, now < end {
      trailing?.due = end
    } else {
      trailing = nil
      // A fetch that began before these calls does not answer them.
      begin(waiting.everybody.allApart)
    }
  }

  /// A caller does not want to wait any longer.
  mutating func callCancelled(_ call: CallID) {
    guard isRemoved(call) else { return }
    take(.answer([call], with: .failure(CancellationError())))
    if settling?.isEmpty == true { settling = nil }
    if trailing?.isEmpty == true { trailing = nil }
    if following?.isEmpty == true { following = nil }
    if run?.group.isEmpty == true { cancelRun() }
  }

  private mutating func isRemoved(_ call: CallID) -> Bool {
    if let index = loading?.calls.firstIndex(where: { $0.id == call }) {
      loading?.calls.remove(at: index)
      return true
    }
    return settling?.group.remove(call) == true || settling?.interrupted.remove(call) == true
      || trailing?.group.remove(call) == true || run?.group.remove(call) == true
      || following?.remove(call) == true
  }

  /// The value is to go; a fetch under way brings another.
  mutating func clearRequested() {
    loading?.isVoid = true
    clearValue()
    forget()
  }

  /// No refresh is to go on.
  mutating func cancelRequested(clear: Bool, at now: BootInstant) {
    cancelEverything()
    if intervalStart != nil { intervalStart = now }
    if clear { clearRequested() }
  }

  /// The source is to do nothing any more.
  mutating func terminated() {
    cancelEverything()
    isTerminated = true
  }

  private mutating func cancelEverything() {
    var everybody = CallGroup(calls: loading?.calls.map(\.id) ?? [])
    for group in [settling?.everybody, trailing?.everybody, run?.group, following] {
      if let group { everybody.merge(group) }
    }
    loading?.calls = []
    loading?.isFollowedByRefresh = false
    (settling, trailing, following, isOverdue) = (nil, nil, nil, false)
    cancelRun()
    answer(everybody, with: .failure(CancellationError()))
  }
}
