import NetwatchCore
import NetwatchJobs

extension RandomSequence {
  mutating func submit() async throws {
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

  mutating func claim() async throws {
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

  mutating func report() async throws {
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

  mutating func renew() async throws {
    guard let run = anyRun() else { return }
    let lease = halfHours()
    done.append("renew \(run.id)")
    let lost = try await trial.turn(lease: lease, renewals: [run]).lost
    try demand("the lost renewals", lost, is: model.renewed(run, lease: lease) ? [] : [run])
  }

  mutating func cancel() async throws {
    guard let id = anyID() else { return }
    done.append("cancel \(id)")
    let change = try await trial.store.cancel(id)
    try demand("whether \(id) is cancelled", change != nil, is: model.cancelled(id))
  }

  mutating func retry() async throws {
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

  mutating func pass() async throws {
    let time = Duration.seconds(3_600 * draw(4))
    done.append("pass \(time)")
    model.advance(by: time)
    let expected = model.looked()
    let view = try await trial.pass(time, StoreLook(vanishLimit: model.vanishLimit, limit: 7))
    for change in view.transitions {
      let options = model.jobs[change.id]?.job.options
      try demand("the owner of \(change.id)", change.owner, is: options?.owner)
      try demand("where \(change.id) goes", change.destination, is: options?.destination)
    }
    let changes = view.transitions.map { ($0.id, $0.to) }
    try demand("the changes", Dictionary(changes) { $1 }, is: expected)
    try demand("the lanes", view.lanes, is: model.lanes)
    let next = model.next.map { model.now.duration(to: $0) }
    try demand("whether something is next", view.next != nil, is: next != nil)
    guard let next, let found = view.next else { return }
    let isClose = abs((next - found).components.seconds) < 900
    try demand(isClose, "next is in \(found) instead of \(next)")
  }

  mutating func prune() async throws {
    let isAll = isOneIn(2)
    done.append(isAll ? "prune all" : "prune")
    let none = JobRetention.Rule(age: .zero, count: 0)
    let others = isAll ? none : JobRetention.Rule(age: .seconds(1 << 40), count: .max)
    let count = try await trial.store.prune(
      JobRetention(succeeded: none, cancelled: others, dead: others)
    )
    let gone = model.jobs.filter {
      let state = $0.value.life.state
      return isAll ? state.isFinal : state == .succeeded
    }.map(\.key)
    for id in gone { model.removed(id) }
    try demand("how many are removed", count, is: gone.count)
  }
}
