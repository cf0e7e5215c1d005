import NetwatchCore
import NetwatchJobs

/// Does one thing after another to a store and to a ``StoreModel``, drawn from a seed, and compares.
///
/// All times are odd numbers of half hours and time moves by whole hours: so what a clock that can't
/// be stopped adds meanwhile changes nothing.
struct RandomSequence {
  private let trial: StoreTrial
  private var generator: SeededGenerator
  private var model = StoreModel()
  private var ids: [JobID] = []
  private var runs: [JobRun] = []
  private var done: [String] = []

  init(seed: UInt64, trial: StoreTrial) {
    generator = SeededGenerator(seed: seed)
    self.trial = trial
  }

  /// Does so many steps; throws ``ConformanceFailure`` with the last of them.
  mutating func run(steps: Int) async throws {
    for step in 1...steps {
      do {
        try await self.step()
        try await compareSome()
        if step.isMultiple(of: 100) || step == steps { try await compareAll() }
      } catch let failure as ConformanceFailure {
        let last = done.suffix(12).joined(separator: "; ")
        throw ConformanceFailure("step \(step): \(failure.sentence); the last steps: \(last)")
      }
    }
  }

  private mutating func step() async throws {
    switch draw(100) {
    case ..<25: try await submit()
    case ..<50: try await claim()
    case ..<70: try await report()
    case ..<75: try await renew()
    case ..<82: try await cancel()
    case ..<89: try await retry()
    case ..<98: try await pass()
    default: try await prune()
    }
  }
}

// MARK: - Draws

extension RandomSequence {
  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private mutating func halfHours() -> Duration { .seconds(1_800 * (1 + 2 * draw(8))) }

  private mutating func isOneIn(_ count: Int) -> Bool { draw(count) == 0 }

  private mutating func lane() -> JobLane {
    StoreTrial.lane("k\(draw(2))", to: "d\(draw(2))", isUrgent: isOneIn(3))
  }

  private mutating func newJob() -> NewJob {
    let (lane, isLow) = (lane(), isOneIn(3))
    var job = StoreTrial.job(
      to: lane.destination,
      kind: lane.kind,
      priority: lane.isUrgent ? .high : isLow ? .low : .normal,
      key: isOneIn(4) ? "key \(draw(6))" : nil
    )
    if isOneIn(4) { job.options.notBefore = halfHours() }
    if isOneIn(4) { job.options.deadline = halfHours() }
    job.payload = [UInt8](repeating: 0, count: draw(20))
    return job
  }

  private mutating func outcome() -> JobOutcome {
    switch draw(6) {
    case ..<2: .succeeded
    case 2: .dead(reason: "reason \(draw(9))")
    case 3: .again(after: .zero, isCounted: isOneIn(2))
    default: .again(after: halfHours(), isCounted: isOneIn(2))
    }
  }

  /// A job that was submitted, mostly one of the newest.
  private mutating func anyID() -> JobID? {
    guard !ids.isEmpty else { return nil }
    return ids[isOneIn(3) ? draw(ids.count) : ids.count - 1 - draw(min(ids.count, 30))]
  }

  /// A run, mostly one of the newest, and some with a token that nobody was given.
  private mutating func anyRun() -> JobRun? {
    guard !runs.isEmpty else { return nil }
    let run = runs[isOneIn(5) ? draw(runs.count) : runs.count - 1 - draw(min(runs.count, 10))]
    return isOneIn(20) ? JobRun(id: run.id, token: run.token + 1) : run
  }
}

// MARK: - Steps

extension RandomSequence {
  private mutating func submit() async throws {
    var jobs: [NewJob] = []
    for _ in 0...draw(3) { jobs.append(newJob()) }
    done.append("submit \(jobs.count)")
    for (job, receipt) in zip(jobs, try await trial.store.submit(jobs)) {
      let holder = model.holder(of: job)
      try demand("whether \(receipt.id) is a duplicate", receipt.isDuplicate, is: holder != nil)
      if let holder {
        try demand("the holder of the key", receipt.id, is: holder)
      } else {
        try demand(receipt.id > ids.last ?? JobID(rawValue: 0), "\(receipt.id) is not a new number")
        model.submitted(job, as: receipt.id)
        ids.append(receipt.id)
      }
    }
  }

  private mutating func claim() async throws {
    let first = lane()
    var lanes: Set<JobLane> = [first]
    for _ in 0..<draw(4) { lanes.insert(lane()) }
    lanes = lanes.filter { $0.destination == first.destination }
    let (limit, lease) = (draw(5), halfHours())
    done.append("claim \(limit) from \(lanes.count) lanes")
    let found = try await trial.claim(limit, of: Array(lanes), lease: lease).map(\.run)
    let expected = model.claimed(limit, of: lanes, lease: lease)
    try demand("the claimed runs", found, is: expected)
    runs += expected
  }

  private mutating func report() async throws {
    var reports: [JobReport] = []
    for _ in 0...draw(3) {
      guard let run = anyRun() else { return }
      reports.append(JobReport(run: run, outcome: outcome()))
    }
    done.append("report \(reports.map { "\($0.run.id): \($0.outcome)" })")
    let lost = try await trial.turn(reports: reports).lost
    let expected = reports.filter { !model.reported($0) }.map(\.run)
    try demand("the lost reports", lost, is: expected)
  }

  private mutating func renew() async throws {
    guard let run = anyRun() else { return }
    let lease = halfHours()
    done.append("renew \(run.id)")
    let lost = try await trial.turn(lease: lease, renewals: [run]).lost
    try demand("the lost renewals", lost, is: model.renewed(run, lease: lease) ? [] : [run])
  }

  private mutating func cancel() async throws {
    guard let id = anyID() else { return }
    done.append("cancel \(id)")
    let change = try await trial.store.cancel(id)
    try demand("whether \(id) is cancelled", change != nil, is: model.cancelled(id))
  }

  private mutating func retry() async throws {
    guard let id = anyID() else { return }
    done.append("retry \(id)")
    guard let isChanged = model.retried(id) else {
      let store = trial.store
      try await demand("retryNow", throws: .invalid) { try await store.retryNow(id) }
      return
    }
    let change = try await trial.store.retryNow(id)
    try demand("whether \(id) is made ready", change != nil, is: isChanged)
  }

  private mutating func pass() async throws {
    let time = Duration.seconds(3_600 * draw(4))
    done.append("pass \(time)")
    model.advance(by: time)
    model.looked()
    let view = try await trial.pass(time, StoreLook(vanishLimit: model.vanishLimit, limit: 7))
    try demand("the lanes", view.lanes, is: model.lanes)
    let next = model.next.map { model.now.duration(to: $0) }
    try demand("whether something is next", view.next != nil, is: next != nil)
    guard let next, let found = view.next else { return }
    let isClose = abs((next - found).components.seconds) < 900
    try demand(isClose, "next is in \(found) instead of \(next)")
  }

  private mutating func prune() async throws {
    done.append("prune")
    let all = JobRetention.Rule(age: .seconds(1 << 40), count: .max)
    let none = JobRetention.Rule(age: .zero, count: 0)
    let count = try await trial.store.prune(
      JobRetention(succeeded: none, cancelled: all, dead: all)
    )
    let gone = model.jobs.filter { $0.value.life.state == .succeeded }.map(\.key)
    for id in gone { model.removed(id) }
    try demand("how many are removed", count, is: gone.count)
  }
}

// MARK: - Comparing

extension RandomSequence {
  private mutating func compareSome() async throws {
    for _ in 0..<3 {
      guard let id = anyID() else { return }
      try compare(try await trial.store.job(id), as: id)
    }
  }

  private func compareAll() async throws {
    var found: [JobID: Job] = [:]
    repeat {
      let query = JobQuery(after: found.keys.max(), limit: 900)
      let page = try await trial.store.jobs(matching: query)
      for job in page { found[job.id] = job }
      if page.isEmpty { break }
    } while true
    for id in ids { try compare(found[id], as: id) }
    let statistics = try await trial.store.statistics()
    try demand("the states", statistics.states.filter { $0.value > 0 }, is: model.states)
    try demand("the bytes", statistics.bytes, is: model.bytes)
  }

  private func compare(_ job: Job?, as id: JobID) throws {
    let entry = model.jobs[id]
    try demand("the state of \(id)", job?.state, is: entry?.life.state)
    guard let job, let entry else { return }
    try demand("the attempt of \(id)", job.attempt, is: entry.life.attempt)
    try demand("the vanished workers of \(id)", job.vanished, is: entry.life.vanished)
    try demand("the reason of \(id)", job.reason, is: entry.reason)
    try demand("the payload of \(id)", job.payload.count, is: entry.job.payload.count)
    try demand("whether \(id) has an end", job.finished != nil, is: entry.life.state.isFinal)
    try demand("whether \(id) has time left", job.remaining != nil, is: entry.life.until != nil)
  }
}
