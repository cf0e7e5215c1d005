import NetwatchJobs

extension StoreConformance {
  static let views = [
    ConformanceCase("A job that is not there is none") {
      for number in [Int64.min, -1, 0, 1, .max] {
        try demand("job \(number)", try await $0.store.job(JobID(rawValue: number)), is: nil)
      }
    },
    ConformanceCase("A query finds jobs by state, kind and destination") {
      let jobs = (0..<12).map { StoreTrial.job(to: "d\($0 % 2)", kind: "k\($0 % 3)") }
      let ids = try await $0.submit(jobs)
      for id in ids[6...] { _ = try await $0.store.cancel(id) }
      let queries: [(JobQuery, [Int])] = [
        (JobQuery(), Array(0..<12)), (JobQuery(states: [.ready]), Array(0..<6)),
        (JobQuery(kind: "k1"), [1, 4, 7, 10]), (JobQuery(destination: "d1"), [1, 3, 5, 7, 9, 11]),
        (JobQuery(states: [.cancelled, .running], kind: "k0", destination: "d0"), [6]),
        (JobQuery(states: [.dead]), []), (JobQuery(kind: "none"), []),
        (JobQuery(destination: "none"), []),
        (JobQuery(states: Set(JobState.allCases)), Array(0..<12)),
      ]
      for (query, expected) in queries {
        let found = try await $0.store.jobs(matching: query)
        try demand("\(query)", found.map(\.id), is: expected.map { ids[$0] })
      }
    },
    ConformanceCase("A query gives a page, and goes on after its last job") {
      let ids = try await $0.submit(Array(repeating: StoreTrial.job(), count: 25))
      var found: [JobID] = []
      var counts: [Int] = []
      while counts.last != 0 {
        let page = try await $0.store.jobs(matching: JobQuery(after: found.last, limit: 10))
        counts.append(page.count)
        found += page.map(\.id)
      }
      try demand("the pages", counts, is: [10, 10, 5, 0])
      try demand("the jobs", found, is: ids)
      let negative = JobQuery(after: JobID(rawValue: .min), limit: 1)
      try demand("the first", try await $0.store.jobs(matching: negative).map(\.id), is: [ids[0]])
      let last = JobQuery(after: JobID(rawValue: .max))
      try demand("those after all", try await $0.store.jobs(matching: last), is: [])
    },
    ConformanceCase("A query gives the same jobs as asking for each") {
      let run = try await $0.run(StoreTrial.job(key: "k", deadline: .seconds(9_000)))
      _ = try await $0.report(run, .dead(reason: "no"))
      _ = try await $0.submit(StoreTrial.job(priority: .low))
      for job in try await $0.store.jobs(matching: JobQuery()) {
        try demand("job \(job.id)", job, is: try await $0.job(job.id))
      }
    },
    ConformanceCase("Statistics count jobs by state, kind and destination, and their bytes") {
      let empty = try await $0.store.statistics()
      try demand("the states of none", empty.states.values.reduce(0, +), is: 0)
      try demand("the oldest of none", empty.oldest, is: nil)
      let run = try await $0.run(StoreTrial.job(to: "a", kind: "x"))
      let done = try await $0.run(StoreTrial.job(to: "b", kind: "x"))
      _ = try await $0.report(done, .succeeded)
      _ = try await $0.submit([
        StoreTrial.job(to: "a", kind: "y"),
        StoreTrial.job(to: "c", kind: "y", notBefore: .seconds(9)),
      ])
      let found = try await $0.store.statistics()
      let states = found.states.filter { $0.value > 0 }
      try demand("the states", states, is: [.running: 1, .succeeded: 1, .ready: 1, .waiting: 1])
      try demand("the bytes", found.bytes, is: 3)
      try demand("the kinds", found.kinds.filter { $0.value > 0 }, is: ["x": 1, "y": 2])
      let destinations = found.destinations.filter { $0.value.jobs > 0 }.mapValues(\.jobs)
      try demand("the destinations", destinations, is: ["a": 2, "c": 1])
      _ = try await $0.report(run, .dead(reason: "no"))
      try demand("the dead", try await $0.store.statistics().states[.dead], is: 1)
    },
    ConformanceCase("Statistics tell the age of the oldest job that is not finished") {
      let run = try await $0.run()
      try await $0.fixture.advance(by: .seconds(100))
      _ = try await $0.submit()
      try await $0.fixture.advance(by: .seconds(50))
      let before = try await $0.store.statistics().oldest ?? .zero
      try demand($0.isClose(.seconds(150), before), "the oldest is \(before) old instead of 150 s")
      _ = try await $0.report(run, .succeeded)
      let after = try await $0.store.statistics().oldest ?? .zero
      try demand($0.isClose(.seconds(50), after), "then it is \(after) old instead of 50 s")
    },
    ConformanceCase("Statistics tell the paces, with or without jobs") {
      let pace = StoredPace(gap: .seconds(1), window: 1, hold: .zero)
      _ = try await $0.turn(paces: ["idle": pace, StoreTrial.destination: pace])
      _ = try await $0.submit()
      let found = try await $0.store.statistics().destinations
      try demand("the idle one", found["idle"]?.pace?.gap, is: .seconds(1))
      try demand("its jobs", found["idle"]?.jobs, is: 0)
      try demand("the other", found[StoreTrial.destination]?.pace?.revision, is: 1)
      try demand("its jobs", found[StoreTrial.destination]?.jobs, is: 1)
    },
    ConformanceCase("Jobs of a kind that nobody claims stay, are counted, and keep nobody back") {
      let strange = try await $0.submit(Array(repeating: StoreTrial.job(kind: "v9"), count: 50))
      let id = try await $0.submit()
      try demand("what is claimed", try await $0.claim(9).map(\.run.id), is: [id])
      try await $0.pass(.seconds(86_400))
      try demand("the kinds", try await $0.store.statistics().kinds["v9"], is: strange.count)
      try demand("the lanes", try await $0.look().lanes.map(\.kind).contains("v9"), is: true)
    },
  ]
}
