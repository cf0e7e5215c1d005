import NetwatchJobs

extension StoreConformance {
  static let keys = [
    ConformanceCase("While a job with a key is not finished, the key gives its number") {
      let first = try await $0.store.submit([StoreTrial.job(key: "day-1")])[0]
      let second = try await $0.store.submit([StoreTrial.job(key: "day-1")])[0]
      try demand(!first.isDuplicate, "the first is called a duplicate")
      try demand("the second", second, is: JobReceipt(id: first.id, isDuplicate: true))
      let run = try await $0.claimOne().run
      let third = try await $0.store.submit([StoreTrial.job(key: "day-1")])[0]
      try demand("one while it runs", third, is: second)
      _ = try await $0.report(run, .again(after: .seconds(60), isCounted: true))
      let fourth = try await $0.store.submit([StoreTrial.job(key: "day-1")])[0]
      try demand("one while it waits", fourth, is: second)
      try demand("the jobs", try await $0.store.jobs(matching: JobQuery()).count, is: 1)
    },
    ConformanceCase("A key that comes twice in one call stands for one job") {
      let job = StoreTrial.job(key: "day-1")
      let receipts = try await $0.store.submit([job, StoreTrial.job(), job])
      try demand("which are duplicates", receipts.map(\.isDuplicate), is: [false, false, true])
      try demand("the number", receipts[2].id, is: receipts[0].id)
      try demand("the jobs", try await $0.store.jobs(matching: JobQuery()).count, is: 2)
    },
    ConformanceCase("The same key of another kind is another key") {
      let jobs = [StoreTrial.job(kind: "a", key: "k"), StoreTrial.job(kind: "b", key: "k")]
      let receipts = try await $0.store.submit(jobs)
      try demand("which are duplicates", receipts.map(\.isDuplicate), is: [false, false])
    },
    ConformanceCase("A key is free again when its job is finished, however that ends") { trial in
      for outcome in [JobOutcome.succeeded, .dead(reason: "no")] {
        let run = try await trial.run(StoreTrial.job(key: "day-1"))
        _ = try await trial.report(run, outcome)
      }
      let id = try await trial.submit(StoreTrial.job(key: "day-1"))
      _ = try await trial.store.cancel(id)
      let last = try await trial.store.submit([StoreTrial.job(key: "day-1")])[0]
      try demand("whether the last is a duplicate", last.isDuplicate, is: false)
    },
    ConformanceCase("Of 100 that submit the same key at once, one has the job made") { trial in
      let receipts = try await withThrowingTaskGroup(of: [JobReceipt].self) { group in
        for _ in 0..<100 {
          group.addTask { try await trial.store.submit([StoreTrial.job(key: "day-1")]) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try demand("the numbers given", Set(receipts.map(\.id)).count, is: 1)
      try demand("those that are new", receipts.count { !$0.isDuplicate }, is: 1)
      try demand("the jobs", try await trial.store.jobs(matching: JobQuery()).count, is: 1)
    },
    ConformanceCase("A job can't be made ready again while another has its key") { trial in
      let old = try await trial.submit(StoreTrial.job(key: "day-1"))
      _ = try await trial.store.cancel(old)
      let new = try await trial.submit(StoreTrial.job(key: "day-1"))
      try await demand("retryNow", throws: .invalid) { try await trial.store.retryNow(old) }
      try demand("the old one", try await trial.state(old), is: .cancelled)
      _ = try await trial.store.cancel(new)
      _ = try await trial.store.retryNow(old)
      let receipt = try await trial.store.submit([StoreTrial.job(key: "day-1")])[0]
      try demand("the key", receipt, is: JobReceipt(id: old, isDuplicate: true))
    },
  ]
}
