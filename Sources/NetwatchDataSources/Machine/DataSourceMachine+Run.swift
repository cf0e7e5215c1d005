import NetwatchCore

extension DataSourceMachine {
  /// How a run ended.
  enum RunEnd: Sendable {
    /// With the value that was told of before.
    case success
    case failure(any Error, FetchErrorAction)
    /// It was cancelled, or a condition did not hold.
    case unmade(any Error)
  }

  /// Begins a run, or joins or follows the one under way.
  mutating func begin(_ group: CallGroup) {
    if run == nil {
      start(group)
    } else if run?.isCancelled == true {
      follow(group)
    } else {
      run?.group.merge(group.joining)
      follow(group.standingApart)
    }
  }

  private mutating func follow(_ group: CallGroup) {
    guard !group.isEmpty else { return }
    if following == nil { following = group } else { following?.merge(group) }
  }

  private mutating func start(_ group: CallGroup) {
    runCount += 1
    run = Run(id: runCount, group: group)
    take(.begin(runCount))
  }

  /// Cancels the run; nobody waits for it any longer.
  mutating func cancelRun() {
    guard let run, !run.isCancelled else { return }
    self.run?.isCancelled = true
    self.run?.group = CallGroup()
    take(.cancel(run.id))
  }

  /// The run, unless its time is over.
  private func isCurrent(_ id: RunID) -> Bool {
    run?.id == id && run?.isCancelled == false
  }

  /// The run waits for connectivity, or does no longer.
  mutating func parked(_ id: RunID, _ isParked: Bool) {
    if isCurrent(id) { run?.isParked = isParked }
  }

  /// All that comes before the fetch is done.
  mutating func fetchBegan(_ id: RunID, at now: BootInstant) {
    if isCurrent(id) { windowStart = now }
  }

  /// Takes a value that a run has fetched.
  ///
  /// - Returns: Whether it was taken, or is of no use any more; if not, it has to be compared with the
  ///   present value first.
  mutating func fetched(_ id: RunID, _ fetched: FetchedValue<Value>, at now: BootInstant) -> Bool {
    guard isCurrent(id) else { return true }
    guard fetched.comparedVersion == version else { return false }
    hold(fetched, since: now)
    isOverdue = false
    run?.fetched = fetched.value
    if rules.isPersisted {
      mayBeStored = true
      take(.store(fetched.value))
    }
    return true
  }

  /// The run is over, and so is its task.
  mutating func runEnded(_ id: RunID, _ end: RunEnd, at now: BootInstant) {
    guard let ended = run, ended.id == id else { return }
    run = nil
    if intervalStart != nil { intervalStart = now }
    if !ended.isCancelled { conclude(ended, end) }
    guard let group = following else { return }
    following = nil
    // The run that ended may have begun a window.
    pass(group, at: now)
  }

  private mutating func conclude(_ ended: Run, _ end: RunEnd) {
    switch end {
    case .success: answer(ended.group, with: .success(ended.fetched ?? value))
    case .failure(let error, let action):
      if action == .clear { clearValue() }
      answer(ended.group, with: .failure(error))
    case .unmade(let error): answer(ended.group, with: .failure(error))
    }
  }
}
