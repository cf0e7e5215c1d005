import NetwatchJobs

extension StoreConformance {
  /// Each function of a store, by its name.
  private static let calls: [(String, @Sendable (any JobStore) async throws -> Void)] = [
    ("submit", { _ = try await $0.submit([StoreTrial.job()]) }),
    ("look", { _ = try await $0.look(StoreLook()) }),
    (
      "turn",
      { _ = try await $0.turn(StoreTurn(worker: "w", lease: .seconds(1), claims: [claim(0)])) }
    ),
    ("cancel", { _ = try await $0.cancel(JobID(rawValue: 1)) }),
    ("retryNow", { _ = try await $0.retryNow(JobID(rawValue: 1)) }),
    ("job", { _ = try await $0.job(JobID(rawValue: 1)) }),
    ("jobs", { _ = try await $0.jobs(matching: JobQuery()) }),
    ("statistics", { _ = try await $0.statistics() }),
    ("prune", { _ = try await $0.prune(JobRetention()) }),
  ]

  static let ending = [
    ConformanceCase("A store that was closed refuses every call, and may be closed again") {
      trial in
      _ = try await trial.submit()
      await trial.store.close()
      await trial.store.close()
      for (name, call) in calls {
        try await demand(name, throws: .closed) { try await call(trial.store) }
      }
    },
    ConformanceCase("A store that was closed still knows its identity and can be observed") {
      let identity = $0.store.identity
      await $0.store.close()
      try demand("the identity", $0.store.identity, is: identity)
      let log = ChangeLog()
      withExtendedLifetime(log.observe($0.store)) {}
      try demand("what is told", log.take(), is: [])
    },
    ConformanceCase("A task that was cancelled gets CancellationError from every call") { trial in
      for (name, call) in calls {
        let outcome = await withTaskGroup(of: String.self) { group in
          group.addTask {
            while !Task.isCancelled { await Task.yield() }
            do {
              try await call(trial.store)
              return "it was done"
            } catch is CancellationError {
              return "cancelled"
            } catch { return "\(error)" }
          }
          group.cancelAll()
          return await group.next() ?? "nothing"
        }
        try demand(name, outcome, is: "cancelled")
      }
      _ = try await trial.submit()
    },
    ConformanceCase("Calls that are cancelled while they wait leave the store in order") { trial in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask { _ = try? await trial.submit([StoreTrial.job(), StoreTrial.job()]) }
        }
        await group.next()
        group.cancelAll()
      }
      let count = try await trial.store.jobs(matching: JobQuery()).count
      try demand(count.isMultiple(of: 2), "half of a call was done: there are \(count) jobs")
      try demand("what is claimed", try await trial.claim(200).count, is: count)
    },
  ]

  static let sharing = [
    ConformanceCase("What one handle stores is there through another, which has the same identity")
    {
      guard let other = try await $0.fixture.secondStore() else { return }
      let id = try await $0.submit()
      try demand("the identity", other.identity, is: $0.store.identity)
      try demand("the job", try await other.job(id)?.state, is: .ready)
      await other.close()
      try demand("the first handle", try await $0.state(id), is: .ready)
    },
    ConformanceCase("Two handles never claim the same job") { trial in
      guard let other = try await trial.fixture.secondStore() else { return }
      let ids = try await trial.submit(Array(repeating: StoreTrial.job(), count: 200))
      let second = StoreTrial(store: other, fixture: trial.fixture)
      let claimed = try await withThrowingTaskGroup(of: [ClaimedJob].self) { group in
        for index in 0..<40 {
          group.addTask { try await (index.isMultiple(of: 2) ? trial : second).claim(10) }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try demand("the claimed jobs", Set(claimed.map(\.run.id)), is: Set(ids))
      try demand("how many claims got one", claimed.count, is: ids.count)
      await other.close()
    },
    ConformanceCase(
      "A job can be reported and cancelled through another handle, and its key is known"
    ) {
      guard let other = try await $0.fixture.secondStore() else { return }
      let second = StoreTrial(store: other, fixture: $0.fixture)
      let run = try await $0.run(StoreTrial.job(key: "k"))
      let twin = try await other.submit([StoreTrial.job(key: "k")])[0]
      try demand("the twin", twin, is: JobReceipt(id: run.id, isDuplicate: true))
      try demand("the lost runs", try await second.report(run, .succeeded).lost, is: [])
      try demand("the state", try await $0.state(run.id), is: .succeeded)
      let next = try await $0.run()
      _ = try await other.cancel(next.id)
      try demand("the lost renewals", try await $0.turn(renewals: [next]).lost, is: [next])
      await other.close()
    },
    ConformanceCase("Paces and limits are those of all handles", limits: JobLimits(jobs: 2)) {
      trial in
      guard let other = try await trial.fixture.secondStore() else { return }
      let pace = StoredPace(gap: .seconds(1), window: 1, hold: .zero)
      _ = try await trial.turn(paces: ["d": pace])
      try demand("the pace", try await other.look(StoreLook()).paces["d"]?.revision, is: 1)
      _ = try await trial.submit()
      _ = try await other.submit([StoreTrial.job()])
      try await demand("a third", throws: .full) { try await trial.submit() }
      await other.close()
    },
  ]
}
