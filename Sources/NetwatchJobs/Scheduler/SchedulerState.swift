import NetwatchCore

/// All that a scheduler knows, to be changed under its lock; effects come after it.
struct SchedulerState {
  enum Phase: Hashable {
    case new, running

    /// Nothing begins any more; what runs may end, until a moment.
    case closing(until: BootInstant)

    /// What runs is being cancelled.
    case stopping
    case ended
  }

  /// What the scheduler's loop does next.
  enum Step {
    case look
    case turn(Turn)
    case wait(until: BootInstant?)
    case end
  }

  /// A turn, and what has to be remembered until its answer comes.
  struct Turn {
    let store: StoreTurn
    let news: UInt64

    /// The kinds of the jobs reported on, in their order.
    let kinds: [String]
  }

  var plan: SchedulePlan
  let settings: SchedulerSettings
  private(set) var phase = Phase.new
  private var hasBegun = false
  private(set) var runs: [JobRun: ActiveRun] = [:]

  private var reports: [JobReport] = []
  private var renewAt: BootInstant?

  /// The runs that somebody says are not ours any more: the store is asked, because what it says of a
  /// job may come late, when there is another run of it.
  private var doubted: Set<JobRun> = []

  /// Whether the store has just been told all that there was.
  private var hasTold = false
  private var stopBy: BootInstant?

  /// Nothing is asked of the store before: it failed.
  private var retryAt: BootInstant?
  private var failures = 0

  /// The task of the loop.
  var loopTask: Task<Void, any Error>?

  /// What the loop does when something happens while it waits.
  var loop: CheckedContinuation<Void, Never>?
  private var isAwake = false

  init(plan: SchedulePlan, settings: SchedulerSettings) {
    self.plan = plan
    self.settings = settings
  }
}

// MARK: - The loop

extension SchedulerState {
  /// How long a handler has to answer its cancellation before `run()` ends without it.
  private static let patience = Duration.milliseconds(30)

  /// How long a store has to take what there is to report then, before its call is cancelled.
  private static let lastCall = Duration.milliseconds(15)

  private static let storeBackoff = Backoff.exponential(
    initial: .milliseconds(250),
    maximum: .seconds(30)
  ).equalJitter()

  /// What to do now.
  mutating func nextStep(at now: BootInstant, worker: String) -> Step {
    if isOver(at: now) { return .end }
    // Renewals have to wait too.
    if let retryAt, retryAt > now {
      // Closures need no store.
      return wait(until: min(retryAt, plan.nextDue ?? retryAt), at: now)
    }
    if isLookDue(at: now) {
      hasTold = false
      return .look
    }
    if let turn = nextTurn(at: now, worker: worker) { return .turn(turn) }
    let wakeTimes = [plan.wakeTime(at: now), renewAt].compactMap(\.self)
    return wait(until: wakeTimes.min(), at: now)
  }

  private mutating func wait(until moment: BootInstant?, at now: BootInstant) -> Step {
    hasTold = false
    return .wait(until: earliest(moment, after: now))
  }

  /// Whether the store is to be looked at now.
  ///
  /// What is to be told goes before: after a suspend, or after the store has failed for long, the leases
  /// of our own runs have ended, and would be taken for those of a vanished worker.
  private func isLookDue(at now: BootInstant) -> Bool {
    guard phase == .running, let moment = plan.lookAt, moment <= now else { return false }
    let hasToTell = !reports.isEmpty || !doubted.isEmpty || renewAt.map { $0 <= now } ?? false
    return hasTold || !hasToTell
  }

  private func isOver(at now: BootInstant) -> Bool {
    switch phase {
    case .new, .running: false
    case .closing: runs.isEmpty && plan.running == 0
    case .stopping:
      // A store that fails has had its chance.
      (reports.isEmpty || failures > 0) && (!isAnythingRunning || (stopBy ?? now) <= now)
    case .ended: true
    }
  }

  private var isAnythingRunning: Bool { runs.values.contains { !$0.hasEnded } }

  private mutating func nextTurn(at now: BootInstant, worker: String) -> Turn? {
    let turn = StoreTurn(
      worker: worker,
      lease: settings.lease,
      reports: reports,
      renewals: takeRenewals(at: now),
      claims: plan.claims(at: now),
      paces: plan.unstoredPaces(at: now)
    )
    guard !turn.isEmpty else { return nil }
    let kinds = reports.map { runs[$0.run]?.lane.kind ?? "" }
    reports = []
    return Turn(store: turn, news: plan.newsCount, kinds: kinds)
  }

  /// The runs to be renewed, when it is time; those that have ended too, as long as the store has not
  /// taken their reports.
  private mutating func takeRenewals(at now: BootInstant) -> [JobRun] {
    defer { doubted = [] }
    guard let renewAt, renewAt <= now else { return Array(doubted) }
    self.renewAt = runs.isEmpty ? nil : now.advanced(by: settings.lease / 3)
    let reported = Set(reports.map(\.run))
    return runs.keys.filter { !reported.contains($0) }
  }

  /// The earliest moment at which time alone brings something, besides what is handed in.
  func earliest(_ other: BootInstant?, after now: BootInstant) -> BootInstant? {
    var moments = [stopBy, stopBy?.advanced(by: Self.lastCall)].compactMap(\.self)
    if case .closing(let end) = phase { moments.append(end) }
    moments += runs.values.compactMap { $0.stop == nil && !$0.hasEnded ? $0.deadline : nil }
    return (moments.filter { $0 > now } + [other].compactMap(\.self)).min()
  }

  /// The loop, where it still waits for its store although everything should have ended.
  func overdueLoop(at now: BootInstant) -> Task<Void, any Error>? {
    guard phase == .stopping, let stopBy, stopBy.advanced(by: Self.lastCall) <= now else {
      return nil
    }
    return loopTask
  }

  /// A round begins: what happens from here on may not be seen in it, and makes for another one.
  mutating func roundBegan() { isAwake = false }

  /// Parks the loop, unless something has happened since the round began.
  ///
  /// - Returns: Whether it is parked.
  mutating func park(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
    guard !isAwake else { return false }
    loop = continuation
    return true
  }

  /// Something has happened: the loop is to look what to do.
  ///
  /// - Returns: What is to be resumed; nil where it does not wait.
  mutating func wake() -> CheckedContinuation<Void, Never>? {
    isAwake = true
    defer { loop = nil }
    return loop
  }

  /// The runs whose deadline has come, or whose grace has ended; their tasks are to be cancelled.
  mutating func timePassed(at now: BootInstant) -> [Task<Void, Never>] {
    var tasks = stop(.deadline) { $0.deadline.map { $0 <= now } ?? false }
    if case .closing(let end) = phase, end <= now { tasks += stopped(at: now) }
    return tasks
  }

  private mutating func stop(
    _ reason: ActiveRun.Stop,
    where isMeant: (ActiveRun) -> Bool
  ) -> [Task<Void, Never>] {
    runs.compactMap { id, run in
      guard run.stop == nil, !run.hasEnded, isMeant(run) else { return nil }
      runs[id]?.stop = reason
      return run.task
    }
  }
}

// MARK: - The life of the scheduler

extension SchedulerState {
  /// - Returns: Whether it had not begun before.
  mutating func began() -> Bool {
    guard !hasBegun else { return false }
    hasBegun = true
    if phase == .new { phase = .running }
    return true
  }

  /// Nothing is to begin any more; where that was said before, the earlier end counts.
  mutating func closed(until end: BootInstant) {
    switch phase {
    case .new, .running: phase = .closing(until: end)
    case .closing(let former): phase = .closing(until: min(former, end))
    case .stopping, .ended: return
    }
    plan.closed()
  }

  /// Everything is to end at once.
  ///
  /// - Returns: The tasks to be cancelled.
  mutating func stopped(at now: BootInstant) -> [Task<Void, Never>] {
    guard phase != .stopping, phase != .ended else { return [] }
    (phase, stopBy) = (.stopping, now.advanced(by: Self.patience))
    plan.closed()
    // A store that failed before has one more chance.
    (failures, retryAt) = (0, nil)
    return stop(.shutdown) { _ in true }
  }

  /// `run()` has ended.
  ///
  /// - Returns: The tasks to be cancelled: where the store failed for good, nobody has stopped them.
  mutating func ended() -> [Task<Void, Never>] {
    defer { phase = .ended }
    return stop(.shutdown) { _ in true }
  }

  /// Whether a closure may wait for its turn.
  var takesCallers: Bool { phase == .new || phase == .running }
}

// MARK: - Runs

extension SchedulerState {
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
    told(report.outcome, active.lane, at: now)
  }

  /// What a report makes of a job is known before the store has it.
  private mutating func told(_ outcome: JobOutcome, _ lane: JobLane, at now: BootInstant) {
    guard case .again(let delay, _) = outcome else { return }
    if delay > .zero { _ = plan.due(at: now.advanced(by: delay)) } else { _ = plan.ready(lane) }
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
