import NetwatchJobs

extension StoreConformance {
  private static func sized(_ bytes: Int) -> NewJob {
    NewJob(
      kind: StoreTrial.kind,
      payload: [UInt8](repeating: 7, count: bytes),
      options: JobOptions(destination: StoreTrial.destination)
    )
  }

  static let limits = [
    ConformanceCase("A store takes as many jobs as its limit says", limits: JobLimits(jobs: 3)) {
      trial in
      _ = try await trial.submit([StoreTrial.job(), StoreTrial.job()])
      try await demand("two more", throws: .full) {
        try await trial.store.submit([StoreTrial.job(), StoreTrial.job()])
      }
      try demand("the jobs", try await trial.store.jobs(matching: JobQuery()).count, is: 2)
      _ = try await trial.submit()
      try await demand("one more", throws: .full) { try await trial.submit() }
      try demand("nothing", try await trial.store.submit([]), is: [])
    },
    ConformanceCase(
      "Jobs that wait or run take room, finished ones do not",
      limits: JobLimits(jobs: 3)
    ) {
      trial in
      _ = try await trial.submit(StoreTrial.job(notBefore: .seconds(60)))
      let runs = [try await trial.run(), try await trial.run()]
      try await demand("a fourth", throws: .full) { try await trial.submit() }
      _ = try await trial.report(runs[0], .succeeded)
      _ = try await trial.submit()
      _ = try await trial.report(runs[1], .dead(reason: "no"))
      let last = try await trial.submit()
      try await demand("one more", throws: .full) { try await trial.submit() }
      _ = try await trial.store.cancel(last)
      _ = try await trial.submit()
    },
    ConformanceCase(
      "A store takes as many bytes as its limit says",
      limits: JobLimits(bytes: 100, payload: 80)
    ) { trial in
      let run = try await trial.run(sized(60))
      try await demand("41 bytes more", throws: .full) { try await trial.submit(sized(41)) }
      _ = try await trial.submit([sized(40), sized(0)])
      try demand("the bytes", try await trial.store.statistics().bytes, is: 100)
      try await demand("one byte more", throws: .full) { try await trial.submit(sized(1)) }
      _ = try await trial.report(run, .succeeded)
      _ = try await trial.submit(sized(60))
    },
    ConformanceCase("A payload may have 1 MiB, and not a byte more") { trial in
      let id = try await trial.submit(sized(1 << 20))
      try demand("its bytes", try await trial.job(id).payload.count, is: 1 << 20)
      try await demand("a byte more", throws: .invalid) {
        try await trial.store.submit([sized((1 << 20) + 1)])
      }
    },
    ConformanceCase("A store whose limits are zero takes no job", limits: JobLimits(jobs: 0)) {
      trial in
      try await demand("a job", throws: .full) { try await trial.submit() }
    },
    ConformanceCase(
      "A store whose payloads may have no byte takes those",
      limits: JobLimits(payload: 0)
    ) { trial in
      _ = try await trial.submit(sized(0))
      try await demand("a byte", throws: .invalid) { try await trial.submit(sized(1)) }
    },
    ConformanceCase("What is there already needs no room", limits: JobLimits(jobs: 1)) {
      let first = try await $0.store.submit([StoreTrial.job(key: "k")])[0]
      let second = try await $0.store.submit([StoreTrial.job(key: "k")])[0]
      try demand("the second", second, is: JobReceipt(id: first.id, isDuplicate: true))
    },
    ConformanceCase(
      "A full store takes reports, and no job that begins again",
      limits: JobLimits(jobs: 2)
    ) { trial in
      let dead = try await trial.run()
      _ = try await trial.report(dead, .dead(reason: "no"))
      let run = try await trial.run()
      _ = try await trial.submit(StoreTrial.job(notBefore: .seconds(600)))
      try await demand("retryNow", throws: .full) { try await trial.store.retryNow(dead.id) }
      try demand("the dead one", try await trial.job(dead.id).reason, is: "no")
      _ = try await trial.report(run, .again(after: .seconds(600), isCounted: true))
      let change = try await trial.store.retryNow(run.id)
      try demand("one that waits", change?.to, is: .ready)
      _ = try await trial.report(try await trial.claimOne().run, .succeeded)
      _ = try await trial.store.retryNow(dead.id)
      try await demand("one more", throws: .full) { try await trial.submit() }
    },
    ConformanceCase("Many that submit at once keep to the limit", limits: JobLimits(jobs: 50)) {
      trial in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask { _ = try? await trial.submit() } }
      }
      try demand("the jobs", try await trial.store.jobs(matching: JobQuery()).count, is: 50)
    },
  ]
}
