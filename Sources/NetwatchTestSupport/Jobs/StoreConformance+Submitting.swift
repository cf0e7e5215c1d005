import NetwatchCore
import NetwatchJobs

extension StoreConformance {
  static let submitting = [
    ConformanceCase("Jobs get increasing numbers, in the order in which they were submitted") {
      let first = try await $0.submit([StoreTrial.job(), StoreTrial.job(), StoreTrial.job()])
      let second = try await $0.submit([StoreTrial.job()])
      let ids = first + second
      try demand("the sorted numbers", ids.sorted(), is: ids)
      try demand("how many numbers there are", Set(ids).count, is: 4)
      try demand(ids[0].rawValue >= 1, "the first number is \(ids[0]); expected at least 1")
    },
    ConformanceCase("A job that was submitted stands there as it was submitted") {
      let options = JobOptions(
        destination: "ö.example",
        requirement: .route,
        priority: .low,
        uniqueKey: "key'\"\n"
      )
      let new = NewJob(kind: "päckchen", payload: [0, 255, 39, 0], options: options)
      let job = try await $0.job(try await $0.submit(new))
      try demand("the kind", job.kind, is: new.kind)
      try demand("the payload", job.payload, is: new.payload)
      try demand("the destination", job.options.destination, is: options.destination)
      try demand("the requirement", job.options.requirement, is: .route)
      try demand("the priority", job.options.priority, is: .low)
      try demand("the key", job.options.uniqueKey, is: options.uniqueKey)
      try demand("the state", job.state, is: .ready)
      try demand("the attempt", job.attempt, is: 0)
      try demand("the history", job.history, is: JobHistory())
      try demand("what remains", job.remaining, is: nil)
      try demand(job.finished == nil && job.reason == nil, "it is not finished")
    },
    ConformanceCase("A job is named everywhere by its store and its number") {
      let id = try await $0.submit()
      let expected = "\($0.store.identity)-\(id)"
      try demand("the idempotency key", try await $0.job(id).idempotencyKey, is: expected)
      try demand("that of the run", try await $0.claimOne().idempotencyKey, is: expected)
    },
    ConformanceCase("Two stores have different identities") {
      let other = try await $0.fixture.makeStore(limits: JobLimits())
      let isEqual = other.identity == $0.store.identity
      await other.close()
      try demand(!isEqual, "both have the identity \($0.store.identity)")
    },
    ConformanceCase("Nothing is submitted where nothing is handed over") {
      try demand("the receipts", try await $0.store.submit([]), is: [])
      try demand("the jobs", try await $0.store.jobs(matching: JobQuery()), is: [])
    },
    ConformanceCase("A job that breaks a limit is refused, and the others with it") { trial in
      let long = String(repeating: "x", count: 256)
      let broken = [
        StoreTrial.job(kind: ""), StoreTrial.job(kind: long), StoreTrial.job(kind: "a\0b"),
        StoreTrial.job(to: ""), StoreTrial.job(to: long), StoreTrial.job(key: ""),
        StoreTrial.job(key: long),
      ]
      for job in broken {
        try await demand("\(job)", throws: .invalid) {
          try await trial.store.submit([StoreTrial.job(), job])
        }
      }
      try demand("the jobs", try await trial.store.jobs(matching: JobQuery()), is: [])
    },
    ConformanceCase("Names may have 255 bytes, and payloads any bytes or none") {
      let name = String(repeating: "x", count: 255)
      let job = StoreTrial.job(to: name, kind: name, key: name)
      let all = NewJob(kind: "all", payload: Array(0...255))
      let none = NewJob(kind: "none", payload: [])
      let ids = try await $0.submit([job, all, none])
      try demand("the name", try await $0.job(ids[0]).kind, is: name)
      try demand("the bytes", try await $0.job(ids[1]).payload, is: all.payload)
      try demand("no bytes", try await $0.job(ids[2]).payload, is: [])
    },
  ]
}
