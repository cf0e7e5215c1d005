import NetwatchJobs

extension StoreConformance {
  static let together = [
    ConformanceCase("While many submit, claim and report at once, each job is done once") { trial in
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            for _ in 0..<10 {
              _ = try await trial.submit(Array(repeating: StoreTrial.job(), count: 10))
            }
            return 0
          }
          group.addTask { try await work(on: trial, until: 400) }
        }
        return try await group.reduce(0, +)
      }
      try demand("how many reports of a success counted", counts, is: 400)
      let found = try await trial.store.statistics()
      try demand("the states", found.states.filter { $0.value > 0 }, is: [.succeeded: 400])
      try demand("the bytes", found.bytes, is: 0)
    },
    ConformanceCase("Of a report and a cancellation at the same time one counts") { trial in
      for _ in 0..<20 {
        let run = try await trial.run()
        async let report = trial.report(run, .succeeded)
        async let change = trial.store.cancel(run.id)
        let (isLost, isCancelled) = (try await !report.lost.isEmpty, try await change != nil)
        try demand("whether the report is lost", isLost, is: isCancelled)
        let expected = isCancelled ? JobState.cancelled : .succeeded
        try demand("the state", try await trial.state(run.id), is: expected)
      }
    },
    ConformanceCase("Of two reports of the same run at the same time one counts") { trial in
      let run = try await trial.run()
      let lost = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<10 {
          group.addTask {
            try await trial.report(run, .again(after: .zero, isCounted: false)).lost.count
          }
        }
        return try await group.reduce(0, +)
      }
      try demand("how many are lost", lost, is: 9)
      try demand("the attempt", try await trial.job(run.id).attempt, is: 0)
    },
  ]

  /// Claims and reports, each job once more before it succeeds, until so many have.
  ///
  /// - Returns: How many reports of a success counted.
  private static func work(on trial: StoreTrial, until count: Int) async throws -> Int {
    var succeeded = 0
    while try await trial.store.statistics().states[.succeeded] ?? 0 < count {
      let claimed = try await trial.claim(7)
      let reports = claimed.map {
        JobReport(
          run: $0.run,
          outcome: $0.attempt == 1 ? .again(after: .zero, isCounted: true) : .succeeded
        )
      }
      let lost = try await trial.turn(reports: reports).lost
      try demand("the lost runs", lost, is: [])
      succeeded += claimed.count { $0.attempt > 1 }
      if claimed.isEmpty { await Task.yield() }
    }
    return succeeded
  }
}
