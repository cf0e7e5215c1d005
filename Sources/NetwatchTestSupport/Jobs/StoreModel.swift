import NetwatchCore
import NetwatchJobs

/// What a store has to agree with: a dictionary of ``JobStateMachine`` and nothing clever.
///
/// Its time is what the sequence has advanced so far.
struct StoreModel {
  struct Entry {
    let job: NewJob
    let rank: Int64
    var life: JobStateMachine
    var end: BootInstant?
    var reason: String?
  }

  private(set) var jobs: [JobID: Entry] = [:]
  private(set) var now = BootInstant(nanoseconds: 0)
  let vanishLimit = 3

  mutating func advance(by duration: Duration) { now = now.advanced(by: duration) }

  /// The job that has a key.
  func holder(of job: NewJob) -> JobID? {
    guard let key = job.options.uniqueKey else { return nil }
    return jobs.first {
      $0.value.job.options.uniqueKey == key && $0.value.job.kind == job.kind
        && !$0.value.life.state.isFinal
    }?.key
  }

  mutating func submitted(_ job: NewJob, as id: JobID) {
    let due = job.options.notBefore.map { now.advanced(by: $0) }
    let created = now.nanoseconds / 1_000_000
    jobs[id] = Entry(
      job: job,
      rank: job.options.priority.rank(created: created),
      life: JobStateMachine(due: due),
      end: job.options.deadline.map { now.advanced(by: $0) }
    )
  }

  /// What a claim of these lanes has to get, in order.
  mutating func claimed(_ limit: Int, of lanes: Set<JobLane>, lease: Duration) -> [JobRun] {
    let ready = jobs.filter { entry in
      entry.value.life.state == .ready && lanes.contains(entry.value.job.lane)
        && entry.value.end.map { $0 > now } ?? true
    }
    let order = ready.sorted { ($0.value.rank, $0.key) < ($1.value.rank, $1.key) }.prefix(limit)
    return order.map { JobRun(id: $0.key, token: claimed($0.key, lease: lease)) }
  }

  private mutating func claimed(_ id: JobID, lease: Duration) -> Int64 {
    jobs[id]?.life.claimed(until: now.advanced(by: lease)) ?? 0
  }

  /// Whether a report counts.
  mutating func reported(_ report: JobReport) -> Bool {
    let outcome = report.outcome
    guard jobs[report.run.id]?.life.ended(report.run.token, outcome, at: now) == true else {
      return false
    }
    if case .dead(let reason) = outcome { jobs[report.run.id]?.reason = reason }
    return true
  }

  mutating func renewed(_ run: JobRun, lease: Duration) -> Bool {
    jobs[run.id]?.life.renewed(run.token, until: now.advanced(by: lease)) ?? false
  }

  mutating func cancelled(_ id: JobID) -> Bool { jobs[id]?.life.cancelled() ?? false }

  /// Whether the job can be made ready; nil where another has its key.
  mutating func retried(_ id: JobID) -> Bool? {
    guard let entry = jobs[id] else { return false }
    let state = entry.life.state
    if state == .dead || state == .cancelled, holder(of: entry.job) != nil { return nil }
    guard jobs[id]?.life.revived() == true else { return false }
    jobs[id]?.reason = nil
    if state.isFinal, let end = entry.end, end <= now { jobs[id]?.end = nil }
    return true
  }

  /// Does what time has brought.
  ///
  /// - Returns: What became of the jobs that changed.
  mutating func looked() -> [JobID: JobState] {
    var changed: [JobID: JobState] = [:]
    for id in jobs.keys where timePassed(id) { changed[id] = jobs[id]?.life.state }
    return changed
  }

  /// Whether time changed a job.
  private mutating func timePassed(_ id: JobID) -> Bool {
    guard var entry = jobs[id] else { return false }
    let before = entry.life
    while let change = entry.life.timePassed(at: now, deadline: entry.end, vanishLimit: vanishLimit)
    {
      guard entry.life.state == .dead else { continue }
      entry.reason =
        change == .deadlinePassed
        ? "the deadline passed" : "worker vanished \(entry.life.vanished) times in a row"
    }
    jobs[id] = entry
    return entry.life != before
  }

  mutating func removed(_ id: JobID) { jobs[id] = nil }

  /// When time brings something next.
  var next: BootInstant? {
    jobs.values.flatMap { entry -> [BootInstant] in
      switch entry.life.state {
      case .ready: [entry.end].compactMap(\.self)
      case .waiting: [entry.life.until, entry.end].compactMap(\.self)
      case .running: [entry.life.until].compactMap(\.self)
      case .succeeded, .dead, .cancelled: []
      }
    }.min()
  }

  /// The lanes that hold a ready job.
  var lanes: Set<JobLane> { Set(jobs.values.filter { $0.life.state == .ready }.map(\.job.lane)) }

  /// How many jobs are in each state.
  var states: [JobState: Int] {
    jobs.values.reduce(into: [:]) { $0[$1.life.state, default: 0] += 1 }
  }

  /// What the jobs that are not finished take, for each owner and destination.
  var usage: Set<StoreUsage> {
    StoreUsage.count(of: jobs.values.filter { !$0.life.state.isFinal }.map(\.job))
  }

  /// The jobs of an owner, or with a key, by their numbers.
  func jobs(of owner: String?, keys: Set<String>) -> [JobID] {
    jobs.filter { entry in
      let options = entry.value.job.options
      return (owner == nil || options.owner == owner)
        && (keys.isEmpty || options.uniqueKey.map(keys.contains) == true)
    }.keys.sorted()
  }

  /// The bytes of the jobs that are not finished.
  var bytes: Int {
    jobs.values.reduce(0) { $0 + ($1.life.state.isFinal ? 0 : $1.job.payload.count) }
  }
}
