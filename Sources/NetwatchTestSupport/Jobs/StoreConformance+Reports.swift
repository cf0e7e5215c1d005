import NetwatchCore
import NetwatchJobs

extension StoreConformance {
  static let reports = [
    ConformanceCase("A job that succeeded is finished, with a time and without a reason") {
      let run = try await $0.run()
      try demand("the lost runs", try await $0.report(run, .succeeded).lost, is: [])
      let job = try await $0.job(run.id)
      try demand("the state", job.state, is: .succeeded)
      try demand(job.finished != nil, "the time of its end is missing")
      try demand(job.reason == nil && job.remaining == nil, "it has a reason or a time left")
      try demand("what is claimed", try await $0.claim().count, is: 0)
    },
    ConformanceCase("A job that is dead says why") {
      let run = try await $0.run()
      _ = try await $0.report(run, .dead(reason: "HTTP 404 isn't \"retryable\"\n"))
      let job = try await $0.job(run.id)
      try demand("the state", job.state, is: .dead)
      try demand("the reason", job.reason, is: "HTTP 404 isn't \"retryable\"\n")
      try demand(job.finished != nil, "the time of its end is missing")
    },
    ConformanceCase("A job that is to run again waits so long, and is ready then") {
      let run = try await $0.run()
      _ = try await $0.report(run, .again(after: .seconds(90), isCounted: true))
      let job = try await $0.job(run.id)
      try demand("the state", job.state, is: .waiting)
      try demand($0.isClose(job.remaining, .seconds(90)), "it waits \(text(job.remaining))")
      try await $0.pass(.seconds(60))
      try demand("the state after 60 s", try await $0.state(run.id), is: .waiting)
      try await $0.pass(.seconds(31))
      try demand("the state after 91 s", try await $0.state(run.id), is: .ready)
      try demand("the attempt", try await $0.claimOne().attempt, is: 2)
    },
    ConformanceCase("A job that is to run again at once can be claimed in the same turn") {
      let run = try await $0.run()
      let claim = JobClaim(
        destination: StoreTrial.destination,
        lanes: [StoreTrial.lane()],
        limit: 1,
        isExclusive: true,
        paceRevision: 0
      )
      let report = JobReport(run: run, outcome: .again(after: .zero, isCounted: true))
      let claimed = try await $0.turn(reports: [report], claims: [claim]).claimed
      try demand("the claimed jobs", claimed.map(\.run.id), is: [run.id])
      try demand(claimed[0].run.token > run.token, "the token did not grow")
    },
    ConformanceCase("A run that does not count is no attempt") {
      let run = try await $0.run()
      _ = try await $0.report(run, .again(after: .zero, isCounted: false))
      try demand("the attempt", try await $0.job(run.id).attempt, is: 0)
      let second = try await $0.claimOne()
      try demand("that of the next run", second.attempt, is: 1)
      try demand(second.run.token > run.token, "the token did not grow")
      _ = try await $0.report(second.run, .again(after: .seconds(5), isCounted: false))
      try demand("that of one that waits", try await $0.job(run.id).attempt, is: 0)
    },
    ConformanceCase("A time below zero counts as at once, and one without end is taken") {
      let runs = [try await $0.run(), try await $0.run(StoreTrial.job(kind: "long"))]
      _ = try await $0.report(runs[0], .again(after: .seconds(-5), isCounted: true))
      try demand("the first", try await $0.state(runs[0].id), is: .ready)
      let endless = Duration.seconds(Int64.max)
      _ = try await $0.report(runs[1], .again(after: endless, isCounted: true))
      try await $0.pass(.seconds(86_400))
      try demand("the second", try await $0.state(runs[1].id), is: .waiting)
    },
    ConformanceCase("The history of a report is kept, and one without leaves it") {
      let run = try await $0.run()
      var history = JobHistory(
        retries: RetryHistory(totalRetries: 3, lastProposer: "p'", runLength: 2)
      )
      for number in 1...40 {
        let record = JobAttempt(
          number: number,
          time: 1_700_000_000_123,
          failure: "f\n\"",
          reason: "ö"
        )
        history.attempts.append(record)
      }
      _ = try await $0.report(run, .again(after: .zero, isCounted: true), history: history)
      let second = try await $0.claimOne()
      try demand("the history of the run", second.history, is: history)
      try demand("the stored history", try await $0.job(run.id).history, is: history)
      _ = try await $0.report(second.run, .dead(reason: "no"))
      try demand("the history at the end", try await $0.job(run.id).history, is: history)
    },
    ConformanceCase("A report that is lost changes nothing, its history included") {
      let run = try await $0.run()
      _ = try await $0.store.cancel(run.id)
      let before = try await $0.job(run.id)
      let history = JobHistory(
        retries: RetryHistory(totalRetries: 1, lastProposer: "a", runLength: 1)
      )
      let result = try await $0.report(run, .dead(reason: "late"), history: history)
      try demand("the lost runs", result.lost, is: [run])
      try demand("the job", try await $0.job(run.id), is: before)
    },
    ConformanceCase("Reports of many jobs in one turn count each for itself") {
      let ids = try await $0.submit(Array(repeating: StoreTrial.job(), count: 300))
      let claimed = try await $0.claim(300)
      let outcomes: [JobOutcome] = [
        .succeeded, .dead(reason: "no"), .again(after: .seconds(60), isCounted: true),
      ]
      let reports = claimed.enumerated().map {
        JobReport(run: $1.run, outcome: outcomes[$0 % 3])
      }
      try demand("the lost runs", try await $0.turn(reports: reports).lost, is: [])
      let states = try await $0.store.jobs(matching: JobQuery()).map(\.state)
      let expected = ids.indices.map { [JobState.succeeded, .dead, .waiting][$0 % 3] }
      try demand("the states", states, is: expected)
    },
  ]
}
