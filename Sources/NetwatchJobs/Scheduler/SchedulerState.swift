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
  private(set) var runs: [JobRun: ActiveRun] = [:]

  private var reports: [JobReport] = []
  private var renewAt: BootInstant?
  private var stopBy: BootInstant?

  /// Nothing is asked of the store before: it failed.
  private var retryAt: BootInstant?
  private var failures = 0

  /// What the loop does when something happens while it waits.
  var loop: CheckedContinuation<Void, Never>?
  /// When the loop goes on by itself; nil: only when something happens.
  private(set) var parkedUntil: BootInstant?
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
  private static let storeBackoff = Backoff.exponential(
    initial: .milliseconds(250),
    maximum: .seconds(30)
  ).equalJitter()

  /// What to do now.
  mutating func nextStep(at now: BootInstant, worker: String) -> Step {
    isAwake = false
    if isOver(at: now) { return .end }
    // Renewals have to wait too.
    if let retryAt, retryAt > now { return .wait(until: earliest(retryAt)) }
    if plan.lookAt.map({ $0 <= now }) ?? false, phase == .running { return .look }
    if let turn = nextTurn(at: now, worker: worker) { return .turn(turn) }
    let wakeTimes = [plan.wakeTime(at: now), renewAt].compactMap(\.self)
    return .wait(until: earliest(wakeTimes.min()))
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
    let isStopping = phase == .stopping
    let turn = StoreTurn(
      worker: worker,
      lease: settings.lease,
      reports: reports,
      renewals: takeRenewals(at: now),
      claims: isStopping ? [] : plan.claims(at: now),
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
    guard let renewAt, renewAt <= now else { return [] }
    self.renewAt = runs.isEmpty ? nil : now.advanced(by: settings.lease / 3)
    let reported = Set(reports.map(\.run))
    return runs.keys.filter { !reported.contains($0) }
  }

  /// The earliest moment at which the loop has to do something, as far as time alone brings it.
  private func earliest(_ other: BootInstant?) -> BootInstant? {
    var moments = [other, stopBy].compactMap(\.self)
    if case .closing(let end) = phase { moments.append(end) }
    moments += runs.values.compactMap { $0.stop == nil ? $0.deadline : nil }
    return moments.min()
  }

  /// Parks the loop, unless something has happened since the last step.
  ///
  /// - Returns: Whether it is parked.
  mutating func park(
    _ continuation: CheckedContinuation<Void, Never>,
    until moment: BootInstant?
  ) -> Bool {
    guard !isAwake else { return false }
    (loop, parkedUntil) = (continuation, moment)
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
    guard phase == .new else { return false }
    phase = .running
    return true
  }

  /// Nothing is to begin any more.
  mutating func closed(until end: BootInstant) {
    guard phase == .new || phase == .running else { return }
    phase = .closing(until: end)
    plan.closed()
  }

  /// Everything is to end at once.
  ///
  /// - Returns: The tasks to be cancelled.
  mutating func stopped(at now: BootInstant) -> [Task<Void, Never>] {
    guard phase != .stopping, phase != .ended else { return [] }
    (phase, stopBy) = (.stopping, now.advanced(by: Self.patience))
    plan.closed()
    retryAt = nil
    return stop(.shutdown) { _ in true }
  }

  mutating func ended() { phase = .ended }

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
    (failures, retryAt) = (0, nil)
    for report in turn.store.reports { runs[report.run] = nil }
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
    let lost = Set(result.lost)
    let cancelled = runs.keys.filter { lost.contains($0) }.flatMap { revoked($0) }
    return (result.claimed, cancelled)
  }

  /// The store has failed: what it was told is told again.
  ///
  /// - Returns: How often in a row it has.
  mutating func failed(_ turn: Turn?, at now: BootInstant, draw: Double) -> Int {
    if let turn { reports = turn.store.reports + reports } else { plan.lookFailed(at: now) }
    let delay = Self.storeBackoff.draw(afterRetries: failures, previous: nil, at: draw).delay
    retryAt = now.advanced(by: delay)
    failures += failures < .max ? 1 : 0
    return failures
  }

  /// The task of a run is there.
  ///
  /// - Returns: Whether it is to be cancelled at once.
  mutating func started(_ run: JobRun, _ task: Task<Void, Never>) -> Bool {
    guard let active = runs[run], !active.hasEnded else { return false }
    runs[run]?.task = task
    if active.stop == nil, phase == .stopping { runs[run]?.stop = .shutdown }
    return runs[run]?.stop != nil
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

  /// The runs of a job.
  func runs(of id: JobID) -> [JobRun] { runs.keys.filter { $0.id == id } }
}
