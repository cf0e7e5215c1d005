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

    /// The runs reported on, in the order of the reports.
    let runs: [ActiveRun?]
  }

  var plan: SchedulePlan
  let settings: SchedulerSettings
  private(set) var phase = Phase.new
  private var hasBegun = false
  var runs: [JobRun: ActiveRun] = [:]

  var reports: [JobReport] = []
  var renewAt: BootInstant?

  /// The runs that somebody says are not ours any more: the store is asked, because what it says of a
  /// job may come late, when there is another run of it.
  var doubted: Set<JobRun> = []

  /// Whether the store has just been told all that there was.
  var hasTold = false
  private var stopBy: BootInstant?

  /// Nothing is asked of the store before: it failed.
  var retryAt: BootInstant?
  var failures = 0

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
    let reported = reports.map { runs[$0.run] }
    reports = []
    return Turn(store: turn, news: plan.newsCount, runs: reported)
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
