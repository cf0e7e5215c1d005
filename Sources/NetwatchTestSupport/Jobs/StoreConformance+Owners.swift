import NetwatchJobs

extension StoreConformance {
  private static let names = ["1000", "1000@host.example", String(repeating: "ö", count: 127)]

  static let owners = [
    ConformanceCase("A job has the owner that it was submitted for, and a claimed one too") {
      for name in [nil] + names {
        let id = try await $0.submit(StoreTrial.job(owner: name))
        try demand("the owner", try await $0.job(id).options.owner, is: name)
        try demand("the claimed one's", try await $0.claimOne().owner, is: name)
        try demand("the owner while it runs", try await $0.job(id).options.owner, is: name)
      }
    },
    ConformanceCase("An owner of no bytes, of more than 255 or with NUL is refused") { trial in
      for name in ["", "a\0b", String(repeating: "x", count: 256)] {
        try await demand("an owner of \(name.utf8.count) bytes", throws: .invalid) {
          try await trial.submit(StoreTrial.job(owner: name))
        }
      }
      try demand("the jobs", try await trial.store.jobs(matching: JobQuery()), is: [])
    },
    ConformanceCase("What somebody asks for is told with the job's owner and destination") {
      for owner in [nil, "1000"] {
        let id = try await $0.submit(StoreTrial.job(to: "d", owner: owner))
        let cancelled = try await $0.store.cancel(id)
        try demand("who is told of", cancelled, is: change(of: id, owner, .ready, .cancelled))
        let revived = try await $0.store.retryNow(id)
        try demand("who is told of", revived, is: change(of: id, owner, .cancelled, .ready))
      }
    },
    ConformanceCase("What time brings is told with the job's owner and destination") {
      for owner in [nil, "1000"] {
        let due = try await $0.submit(
          StoreTrial.job(to: "d", notBefore: .seconds(60), owner: owner)
        )
        let late = try await $0.submit(
          StoreTrial.job(to: "d", deadline: .seconds(60), owner: owner)
        )
        let lost = try await $0.run(StoreTrial.job(to: "d", kind: "other", owner: owner)).id
        let found = try await $0.pass(.seconds(61)).transitions
        let told = found.sorted { $0.id < $1.id }.map { told in
          JobTransition(
            id: told.id,
            kind: StoreTrial.kind,
            destination: told.destination,
            owner: told.owner,
            from: told.from,
            to: told.to
          )
        }
        let expected = [
          change(of: due, owner, .waiting, .ready), change(of: late, owner, .ready, .dead),
          change(of: lost, owner, .running, .ready),
        ]
        try demand("what is told", told, is: expected)
        for id in [due, lost] { _ = try await $0.store.cancel(id) }
      }
    },
    ConformanceCase("Usage counts what is not finished for each owner and destination") {
      try demand("the usage of none", try await $0.store.usage(), is: [])
      var jobs: [NewJob] = []
      for number in 0..<24 {
        var job = StoreTrial.job(
          to: "d\(number % 2)",
          kind: "k\(number % 4 / 2)",
          priority: number % 5 == 0 ? .high : .normal,
          notBefore: number % 7 == 0 ? .seconds(60) : nil,
          owner: number % 3 == 0 ? nil : "owner \(number % 3)"
        )
        job.payload = Array(repeating: 0, count: number)
        jobs.append(job)
      }
      let ids = try await $0.submit(jobs)
      _ = try await $0.claim(2, of: [jobs[1].lane])
      for id in ids[18...] { _ = try await $0.store.cancel(id) }
      let found = try await $0.store.usage()
      try demand("the number of owners and destinations", found.count, is: 6)
      try demand("the usage", Set(found), is: StoreUsage.count(of: jobs[..<18]))
    },
    ConformanceCase("Owners whose jobs are gone leave nothing behind, and come again") {
      for round in 0..<3 {
        let jobs = (0..<9).map { StoreTrial.job(owner: "owner \(round * 3 + $0)") }
        let ids = try await $0.submit(jobs)
        for (id, job) in zip(ids, jobs) {
          try demand("the owner", try await $0.job(id).options.owner, is: job.options.owner)
        }
        try demand("how many have jobs", try await $0.store.usage().count, is: 9)
        for id in ids { _ = try await $0.store.cancel(id) }
        try demand("who has some that count", try await $0.store.usage(), is: [])
        let none = JobRetention.Rule(age: .zero, count: 0)
        _ = try await $0.store.prune(JobRetention(cancelled: none))
        let query = JobQuery(owner: jobs[0].options.owner)
        try demand("what is left", try await $0.store.jobs(matching: query), is: [])
      }
    },
  ]

  /// A change of a job of ``StoreTrial/kind`` to the destination `d`, with nothing to say.
  private static func change(
    of id: JobID,
    _ owner: String?,
    _ from: JobState,
    _ to: JobState
  ) -> JobTransition {
    JobTransition(id: id, kind: StoreTrial.kind, destination: "d", owner: owner, from: from, to: to)
  }
}

extension StoreUsage {
  /// What jobs take, counted one by one.
  static func count(of jobs: some Sequence<NewJob>) -> Set<StoreUsage> {
    let shares = Dictionary(grouping: jobs) { [$0.options.owner, $0.options.destination] }
    return Set(
      shares.values.map { jobs in
        StoreUsage(
          owner: jobs[0].options.owner,
          destination: jobs[0].options.destination,
          jobs: jobs.count,
          bytes: jobs.reduce(0) { $0 + $1.payload.count }
        )
      }
    )
  }
}
