import NetwatchCore
import NetwatchJobs

/// Does one thing after another to a store and to a ``StoreModel``, drawn from a seed, and compares.
///
/// All times are odd numbers of half hours and time moves by whole hours: so what a clock that can't
/// be stopped adds meanwhile changes nothing.
struct RandomSequence {
  let trial: StoreTrial
  var generator: SeededGenerator
  var model = StoreModel()
  /// The jobs that were submitted, in their order.
  var ids: [JobID] = []
  var runs: [JobRun] = []
  /// What was done, in words.
  var done: [String] = []

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
    try demand("the usage", Set(try await trial.store.usage()), is: model.usage)
    try await compareQueries()
  }

  private func compareQueries() async throws {
    for owner in [nil, "owner 0", "owner 9"] {
      for keys in [[], ["key 0"], ["key 0", "key 1"]] as [Set] where owner != nil || !keys.isEmpty {
        let query = JobQuery(owner: owner, uniqueKeys: keys, includesPayloads: false, limit: 10_000)
        let found = try await trial.store.jobs(matching: query).map(\.id)
        try demand("\(query)", found, is: model.jobs(of: owner, keys: keys))
      }
    }
  }

  private func compare(_ job: Job?, as id: JobID) throws {
    let entry = model.jobs[id]
    try demand("the state of \(id)", job?.state, is: entry?.life.state)
    guard let job, let entry else { return }
    try demand("the attempt of \(id)", job.attempt, is: entry.life.attempt)
    try demand("the vanished workers of \(id)", job.vanished, is: entry.life.vanished)
    try demand("the reason of \(id)", job.reason, is: entry.reason)
    try demand("the owner of \(id)", job.options.owner, is: entry.job.options.owner)
    try demand("the payload of \(id)", job.payload.count, is: entry.job.payload.count)
    try demand("whether \(id) has an end", job.finished != nil, is: entry.life.state.isFinal)
    try demand("whether \(id) has time left", job.remaining != nil, is: entry.life.until != nil)
  }
}
