import NetwatchJobs

extension StoreConformance {
  static let leases = [
    ConformanceCase("A job whose worker vanished is ready again after the lease, with a new token")
    {
      let first = try await $0.run()
      try demand("what half a lease brings", try await $0.pass(.seconds(30)).transitions, is: [])
      let view = try await $0.pass(.seconds(31))
      let expected = JobTransition(
        id: first.id,
        kind: StoreTrial.kind,
        destination: StoreTrial.destination,
        from: .running,
        to: .ready,
        reason: JobAttempt.vanishedFailure
      )
      try demand("the changes", view.transitions, is: [expected])
      let second = try await $0.claimOne()
      try demand("the job", second.run.id, is: first.id)
      try demand(second.run.token > first.token, "the token did not grow")
      try demand("the attempt", second.attempt, is: 2)
      try demand("the vanished workers", try await $0.job(first.id).vanished, is: 1)
    },
    ConformanceCase("A vanished worker stands in the attempts of its job") {
      let run = try await $0.run()
      try await $0.pass(.seconds(61))
      let records = try await $0.job(run.id).history.attempts.records
      try demand("the records", records.map(\.number), is: [1])
      try demand("the failure", records.map(\.failure), is: [JobAttempt.vanishedFailure])
    },
    ConformanceCase("A job whose workers vanish three times in a row is dead, with the reason") {
      let id = try await $0.submit()
      for _ in 1...3 {
        _ = try await $0.claimOne()
        try await $0.pass(.seconds(61))
      }
      let job = try await $0.job(id)
      try demand("the state", job.state, is: .dead)
      try demand("the reason", job.reason, is: "\(JobAttempt.vanishedFailure) 3 times in a row")
      try demand(job.finished != nil, "it is finished without a time")
      try demand("what is claimed", try await $0.claim().count, is: 0)
    },
    ConformanceCase("A report forgives the workers that vanished before it") {
      let id = try await $0.submit()
      for round in 1...6 {
        let run = try await $0.claimOne().run
        if round % 3 == 0 {
          _ = try await $0.report(run, .again(after: .zero, isCounted: true))
        } else {
          try await $0.pass(.seconds(61))
        }
      }
      try demand("the vanished workers", try await $0.job(id).vanished, is: 0)
      try demand("the state", try await $0.state(id), is: .ready)
    },
    ConformanceCase("The limit of vanished workers is that of the look") {
      for limit in [1, 0, -1] {
        let run = try await $0.run()
        try await $0.pass(.seconds(61), StoreLook(vanishLimit: limit))
        try demand("the state", try await $0.state(run.id), is: .dead)
      }
    },
    ConformanceCase("A renewed lease lasts from the renewal on") {
      let run = try await $0.run()
      try await $0.fixture.advance(by: .seconds(40))
      try demand("the lost runs", try await $0.turn(renewals: [run]).lost, is: [])
      try await $0.pass(.seconds(40))
      try demand("the state", try await $0.state(run.id), is: .running)
      try await $0.pass(.seconds(21))
      try demand("the state after the lease", try await $0.state(run.id), is: .ready)
    },
    ConformanceCase("A run that lost its job can neither renew nor report") {
      let old = try await $0.run()
      try await $0.pass(.seconds(61))
      try demand("renewed while ready", try await $0.turn(renewals: [old]).lost, is: [old])
      let new = try await $0.claimOne().run
      try demand("renewed by the old", try await $0.turn(renewals: [old]).lost, is: [old])
      try demand("reported by the old", try await $0.report(old, .succeeded).lost, is: [old])
      try demand("the state", try await $0.state(old.id), is: .running)
      try demand("reported by the new", try await $0.report(new, .succeeded).lost, is: [])
      try demand("the new once more", try await $0.report(new, .succeeded).lost, is: [new])
    },
    ConformanceCase("A report that comes after the lease counts while nobody has looked") {
      let run = try await $0.run()
      try await $0.fixture.advance(by: .seconds(600))
      try demand("the lost runs", try await $0.report(run, .succeeded).lost, is: [])
      try demand("the state", try await $0.state(run.id), is: .succeeded)
    },
    ConformanceCase("A report of a job that is not there is lost, and the others count") {
      let run = try await $0.run()
      let stray = JobRun(id: JobID(rawValue: .max), token: 1)
      let reports = [stray, run].map { JobReport(run: $0, outcome: .succeeded) }
      let result = try await $0.turn(reports: reports, renewals: [stray])
      try demand("the lost runs", Set(result.lost), is: [stray])
      try demand("the state", try await $0.state(run.id), is: .succeeded)
    },
  ]
}
