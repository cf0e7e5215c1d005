import NetwatchJobs

extension StoreConformance {
  static let observing = [
    ConformanceCase("An observer is told of each lane in which jobs became ready, once a call") {
      let log = ChangeLog()
      let observation = log.observe($0.store)
      _ = try await $0.submit([
        StoreTrial.job(to: "a"), StoreTrial.job(to: "b"), StoreTrial.job(to: "a"),
      ])
      try demand("what is told", log.take().sorted(), is: ["mail to a", "mail to b"])
      _ = try await $0.submit(StoreTrial.job(to: "a"))
      try demand("what is told next", log.take(), is: ["mail to a"])
      withExtendedLifetime(observation) {}
    },
    ConformanceCase("An observer is told when a job is put off") {
      let log = ChangeLog()
      let observation = log.observe($0.store)
      _ = try await $0.submit(StoreTrial.job(notBefore: .seconds(90)))
      try demand("what is told of a job for later", log.take(), is: ["due in 90 s"])
      let run = try await $0.run()
      _ = log.take()
      _ = try await $0.report(run, .again(after: .seconds(30), isCounted: true))
      try demand("what is told of a report", log.take(), is: ["due in 30 s"])
      withExtendedLifetime(observation) {}
    },
    ConformanceCase("An observer is told of jobs that are to run again at once") {
      let log = ChangeLog()
      let run = try await $0.run()
      let observation = log.observe($0.store)
      _ = try await $0.report(run, .again(after: .zero, isCounted: true))
      try demand("what is told of a report", log.take(), is: ["mail to api.example"])
      let id = try await $0.submit(StoreTrial.job(to: "a", notBefore: .seconds(60)))
      _ = log.take()
      _ = try await $0.store.retryNow(id)
      try demand("what is told of retryNow", log.take(), is: ["mail to a"])
      withExtendedLifetime(observation) {}
    },
    ConformanceCase("An observer is told of a running job that is cancelled, and of no other") {
      let log = ChangeLog()
      let run = try await $0.run()
      let other = try await $0.submit()
      let observation = log.observe($0.store)
      _ = try await $0.store.cancel(other)
      try demand("what is told of one that does not run", log.take(), is: [])
      _ = try await $0.store.cancel(run.id)
      try demand("what is told of one that does", log.take(), is: ["revoked \(run.id)"])
      withExtendedLifetime(observation) {}
    },
    ConformanceCase("Nothing is told where nothing happened") { trial in
      let log = ChangeLog()
      let observation = log.observe(trial.store)
      try await demand("a bad job", throws: .invalid) {
        try await trial.submit(StoreTrial.job(to: ""))
      }
      _ = try await trial.store.cancel(JobID(rawValue: 99))
      _ = try await trial.look()
      _ = try await trial.claim(9)
      try demand("what is told", log.take(), is: [])
      withExtendedLifetime(observation) {}
    },
    ConformanceCase("Whoever lets go of an observation is told nothing more; others are") {
      let (first, second) = (ChangeLog(), ChangeLog())
      let observation = first.observe($0.store)
      do {
        let short = second.observe($0.store)
        _ = try await $0.submit()
        withExtendedLifetime(short) {}
      }
      _ = try await $0.submit()
      try demand("what the first is told", first.take().count, is: 2)
      try demand("what the second is told", second.take().count, is: 1)
      withExtendedLifetime(observation) {}
    },
    ConformanceCase("An observer may call the store from another task, and end observations") {
      let (log, store) = (ChangeLog(), $0.store)
      let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
      let observation = store.observe { _ in
        _ = log.observe(store)
        continuation.yield()
      }
      _ = try await $0.submit()
      for await _ in calls { break }
      try demand("the jobs", try await store.jobs(matching: JobQuery()).count, is: 1)
      withExtendedLifetime(observation) {}
    },
  ]
}
