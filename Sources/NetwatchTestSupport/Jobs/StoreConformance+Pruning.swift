import NetwatchJobs

extension StoreConformance {
  private typealias Rule = JobRetention.Rule

  /// Keeps everything but what the case is about.
  private static func retention(
    succeeded: JobRetention.Rule? = nil,
    cancelled: JobRetention.Rule? = nil,
    dead: JobRetention.Rule? = nil
  ) -> JobRetention {
    let all = Rule(age: .seconds(1 << 40), count: .max)
    return JobRetention(
      succeeded: succeeded ?? all,
      cancelled: cancelled ?? all,
      dead: dead ?? all
    )
  }

  private static func finish(
    _ count: Int,
    _ outcome: JobOutcome,
    payload: Int = 1,
    owner: String? = nil,
    in trial: StoreTrial
  ) async throws -> [JobID] {
    var job = StoreTrial.job(owner: owner)
    job.payload = Array(repeating: 1, count: payload)
    let ids = try await trial.submit(Array(repeating: job, count: count))
    let claimed = try await trial.claim(count)
    let reports = claimed.map { JobReport(run: $0.run, outcome: outcome) }
    _ = try await trial.turn(reports: reports)
    return ids
  }

  static let pruning = [
    ConformanceCase("Finished jobs are removed by their age, each state by its own rule") {
      let old = try await finish(3, .succeeded, in: $0)
      let dead = try await finish(1, .dead(reason: "no"), in: $0)
      try await $0.fixture.advance(by: .seconds(600))
      let new = try await finish(2, .succeeded, in: $0)
      let rule = retention(succeeded: Rule(age: .seconds(300), count: 99))
      try demand("how many are removed", try await $0.store.prune(rule), is: 3)
      try demand("how many then", try await $0.store.prune(rule), is: 0)
      let left = try await $0.store.jobs(matching: JobQuery()).map(\.id)
      try demand("what is left", left, is: dead + new)
      try demand("one of the removed", try await $0.store.job(old[0]), is: nil)
    },
    ConformanceCase("Of finished jobs the newest are kept, as many as the rule says") {
      var ids: [JobID] = []
      for _ in 1...4 {
        ids += try await finish(1, .dead(reason: "no"), in: $0)
        try await $0.fixture.advance(by: .seconds(5))
      }
      let rule = retention(dead: Rule(age: .seconds(9_000), count: 2))
      try demand("how many are removed", try await $0.store.prune(rule), is: 2)
      let left = try await $0.store.jobs(matching: JobQuery()).map(\.id)
      try demand("what is left", left, is: Array(ids[2...]))
    },
    ConformanceCase("Of finished jobs the newest are kept whose payloads the rule has bytes for") {
      var ids: [JobID] = []
      for payload in [0, 7_000, 10, 3_000, 0, 5_000] {
        ids += try await finish(1, .dead(reason: "no"), payload: payload, in: $0)
        try await $0.fixture.advance(by: .seconds(5))
      }
      let others = try await finish(1, .succeeded, payload: 20_000, in: $0)
      var rule = retention(dead: Rule(age: .seconds(9_000), count: 9, bytes: 15_010))
      try demand("how many are removed of what fits", try await $0.store.prune(rule), is: 0)
      rule.dead.bytes = 15_009
      // The first has no payload, and is older than the first that has to go.
      try demand("how many are removed", try await $0.store.prune(rule), is: 2)
      _ = try await $0.store.retryNow(ids[2])
      rule.dead.bytes = 8_000
      try demand("how many of what fits again", try await $0.store.prune(rule), is: 0)
      rule.dead.bytes = 5_000
      try demand("how many then", try await $0.store.prune(rule), is: 1)
      let left = try await $0.store.jobs(matching: JobQuery()).map(\.id)
      try demand("what is left", left, is: [ids[2]] + ids[4...] + others)
    },
    ConformanceCase("Whoever has finished few jobs loses none to those who finish many") {
      let few = try await finish(2, .dead(reason: "no"), owner: "few", in: $0)
      let nobody = try await finish(4, .dead(reason: "no"), in: $0)
      try await $0.fixture.advance(by: .seconds(5))
      var many: [JobID] = []
      for owner in ["many", "more"] {
        many += try await finish(owner == "many" ? 6 : 9, .dead(reason: "no"), owner: owner, in: $0)
      }
      let rule = retention(dead: Rule(age: .seconds(9_000), count: 17))
      try demand("how many are removed", try await $0.store.prune(rule), is: 5)
      try demand("how many then", try await $0.store.prune(rule), is: 0)
      let left = try await $0.store.jobs(matching: JobQuery()).map(\.id)
      try demand("what is left", left, is: few + nobody + many[1...5] + many[10...])
    },
    ConformanceCase("Whoever has finished small jobs loses none to those who finish large ones") {
      let small = try await finish(3, .dead(reason: "no"), payload: 10, owner: "a", in: $0)
      try await $0.fixture.advance(by: .seconds(5))
      var large: [JobID] = []
      for owner in ["b", nil] {
        large += try await finish(4, .dead(reason: "no"), payload: 3_000, owner: owner, in: $0)
      }
      let rule = retention(dead: Rule(age: .seconds(9_000), count: 99, bytes: 15_030))
      try demand("how many are removed", try await $0.store.prune(rule), is: 4)
      try demand("how many then", try await $0.store.prune(rule), is: 0)
      let left = try await $0.store.jobs(matching: JobQuery()).map(\.id)
      try demand("what is left", left, is: small + large[2...3] + large[6...])
    },
    ConformanceCase("Finished jobs are removed by their age, whoever has how many") {
      for owner in ["a", "b", nil] {
        _ = try await finish(2, .succeeded, owner: owner, in: $0)
      }
      try await $0.fixture.advance(by: .seconds(600))
      let new = try await finish(1, .succeeded, owner: "a", in: $0)
      let rule = retention(succeeded: Rule(age: .seconds(300), count: 99))
      try demand("how many are removed", try await $0.store.prune(rule), is: 6)
      try demand("what is left", try await $0.store.jobs(matching: JobQuery()).map(\.id), is: new)
    },
    ConformanceCase("A rule without age or without jobs keeps nothing") {
      _ = try await finish(2, .succeeded, in: $0)
      let cancelled = try await $0.submit()
      _ = try await $0.store.cancel(cancelled)
      let rule = retention(
        succeeded: Rule(age: .zero, count: 9),
        cancelled: Rule(age: .seconds(9), count: 0)
      )
      try demand("how many are removed", try await $0.store.prune(rule), is: 3)
      try demand("what is left", try await $0.store.jobs(matching: JobQuery()), is: [])
    },
    ConformanceCase("Jobs that are not finished are never removed") {
      let ids = try await $0.submit([
        StoreTrial.job(), StoreTrial.job(notBefore: .seconds(1 << 30)),
        StoreTrial.job(kind: "run"),
      ])
      _ = try await $0.claim(1, of: [StoreTrial.lane("run")], lease: .seconds(1 << 30))
      try await $0.fixture.advance(by: .seconds(86_400 * 400))
      let nothing = Rule(age: .zero, count: 0)
      let rule = JobRetention(succeeded: nothing, cancelled: nothing, dead: nothing)
      try demand("how many are removed", try await $0.store.prune(rule), is: 0)
      try demand("what is left", try await $0.store.jobs(matching: JobQuery()).map(\.id), is: ids)
    },
    ConformanceCase("One call removes a bounded number, and the next goes on") {
      for _ in 0..<3 { _ = try await finish(700, .succeeded, in: $0) }
      let rule = retention(succeeded: Rule(age: .seconds(900), count: 100))
      var counts: [Int] = []
      while counts.last != 0 { counts.append(try await $0.store.prune(rule)) }
      try demand("how many are removed in all", counts.reduce(0, +), is: 2_000)
      try demand((counts.max() ?? 0) <= 1_000, "one call removed \(counts.max() ?? 0)")
    },
    ConformanceCase("A job that begins again is not removed, and counts anew when it ends again") {
      let ids = try await finish(2, .dead(reason: "no"), in: $0)
      try await $0.fixture.advance(by: .seconds(600))
      _ = try await $0.store.retryNow(ids[0])
      let rule = retention(dead: Rule(age: .seconds(300), count: 99))
      try demand("how many are removed", try await $0.store.prune(rule), is: 1)
      _ = try await $0.report(try await $0.claimOne().run, .dead(reason: "again"))
      try demand("how many then", try await $0.store.prune(rule), is: 0)
      try demand("the reason", try await $0.job(ids[0]).reason, is: "again")
    },
    ConformanceCase("Removed jobs are counted no longer, and later ones get new numbers") {
      let ids = try await finish(2, .succeeded, in: $0)
      let nothing = Rule(age: .zero, count: 0)
      _ = try await $0.store.prune(retention(succeeded: nothing))
      let count = try await $0.store.statistics().states[.succeeded] ?? 0
      try demand("how many succeeded", count, is: 0)
      let next = try await $0.submit()
      try demand(next > ids[1], "job \(next) comes after job \(ids[1])")
    },
  ]
}
