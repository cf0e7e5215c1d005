import NetwatchCore

extension SchedulerState {
  private static let storeBackoff = Backoff.exponential(
    initial: .milliseconds(250),
    maximum: .seconds(30)
  ).equalJitter()

  /// The store has answered a turn.
  ///
  /// - Returns: The jobs to be run, and the tasks to be cancelled.
  mutating func answered(
    _ turn: Turn,
    _ result: StoreTurnResult,
    at now: BootInstant
  ) -> (begun: [ClaimedJob], cancelled: [Task<Void, Never>]) {
    (failures, retryAt, hasTold) = (0, nil, true)
    for report in turn.store.reports { runs[report.run] = nil }
    let lost = Set(result.lost).union(superseded(by: result.claimed))
    for job in result.claimed {
      runs[job.run] = ActiveRun(
        lane: job.lane,
        owner: job.owner,
        stamp: plan.began(job.lane.destination),
        deadline: job.deadline.map { now.advanced(by: $0) }
      )
    }
    if !runs.isEmpty, renewAt == nil { renewAt = now.advanced(by: settings.lease / 3) }
    plan.pacesTold(result.paces, sent: turn.store.paces, at: now)
    plan.answered(turn.store.claims, result, since: turn.news, at: now)
    let cancelled = lost.flatMap { revoked($0) }
    guard phase == .running else {
      giveBack(result.claimed, at: now)
      return ([], cancelled)
    }
    return (result.claimed, cancelled)
  }

  /// The runs here of jobs that were claimed again: their leases were lost without our noticing.
  private func superseded(by claimed: [ClaimedJob]) -> [JobRun] {
    guard !claimed.isEmpty, !runs.isEmpty else { return [] }
    let ids = Set(claimed.map(\.run.id))
    return runs.keys.filter { ids.contains($0.id) }
  }

  /// Jobs that were claimed while somebody said that nothing is to begin any more.
  private mutating func giveBack(_ jobs: [ClaimedJob], at now: BootInstant) {
    for job in jobs {
      let report = JobReport(run: job.run, outcome: .again(after: .zero, isCounted: false))
      ended(job.run, report, .givenBack, at: now) { 0 }
    }
  }

  /// The store has failed: what it was told is told again.
  ///
  /// - Returns: How often in a row it has.
  mutating func failed(_ turn: Turn?, at now: BootInstant, draw: Double) -> Int {
    if let turn { untold(turn.store, at: now) } else { plan.lookFailed(at: now) }
    let delay = Self.storeBackoff.draw(afterRetries: failures, previous: nil, at: draw).delay
    retryAt = now.advanced(by: delay)
    failures += failures < .max ? 1 : 0
    return failures
  }

  private mutating func untold(_ turn: StoreTurn, at now: BootInstant) {
    reports = turn.reports + reports
    if !turn.renewals.isEmpty { renewAt = now }
    // It may have been done all the same, and nobody else may know when these leases end.
    if !turn.claims.isEmpty { _ = plan.due(at: now.advanced(by: turn.lease)) }
  }

  /// The task of a run is there.
  ///
  /// - Returns: Whether it is to be cancelled at once.
  mutating func started(_ run: JobRun, _ task: Task<Void, Never>) -> Bool {
    guard let active = runs[run], !active.hasEnded else { return false }
    runs[run]?.task = task
    return active.stop != nil
  }

  /// Why a run's task was cancelled; nil where it was not.
  func stop(of run: JobRun) -> ActiveRun.Stop? { runs[run]?.stop }

  /// A handler has ended.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - report: What the store is told; nil: nothing, because the job is not ours any more.
  ///   - outcome: What it told of the destination.
  ///   - now: The moment.
  ///   - draw: Draws from [0, 1).
  mutating func ended(
    _ run: JobRun,
    _ report: JobReport?,
    _ outcome: ReleaseOutcome,
    at now: BootInstant,
    draw: () -> Double
  ) {
    guard let active = runs[run], !active.hasEnded else { return }
    plan.ended(active.lane.destination, active.stamp, outcome, at: now, draw: draw)
    guard let report, active.stop != .revoked else {
      runs[run] = nil
      return
    }
    runs[run]?.hasEnded = true
    runs[run]?.task = nil
    reports.append(report)
    told(report.outcome, active, at: now)
  }

  /// What a report makes of a job is known before the store has it.
  private mutating func told(_ outcome: JobOutcome, _ run: ActiveRun, at now: BootInstant) {
    guard case .again(let delay, _) = outcome else { return }
    if delay > .zero { _ = plan.due(at: now.advanced(by: delay)) } else { _ = plan.ready(run.lane) }
    // The last look at the store did not count it among those that can miss their deadline.
    if let deadline = run.deadline { _ = plan.due(at: deadline) }
  }

  /// A job is not ours any more.
  ///
  /// - Returns: The task to be cancelled.
  mutating func revoked(_ run: JobRun) -> [Task<Void, Never>] {
    guard runs[run]?.hasEnded == false else { return [] }
    runs[run]?.stop = .revoked
    return runs[run]?.task.map { [$0] } ?? []
  }

  /// Somebody says that a job is not ours any more.
  ///
  /// - Returns: Whether there is something to ask the store.
  mutating func doubted(_ id: JobID) -> Bool {
    let runs = runs.filter { $0.key.id == id && !$0.value.hasEnded }
    doubted.formUnion(runs.keys)
    return !runs.isEmpty
  }
}
