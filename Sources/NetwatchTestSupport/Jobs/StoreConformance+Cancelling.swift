import NetwatchCore
import NetwatchJobs

extension StoreConformance {
  static let cancelling = [
    ConformanceCase("A job can be cancelled that is ready, waits or runs") {
      let running = try await $0.run().id
      let ready = try await $0.submit()
      let waiting = try await $0.submit(StoreTrial.job(notBefore: .seconds(60)))
      for (id, state) in [(ready, JobState.ready), (waiting, .waiting), (running, .running)] {
        let change = try await $0.store.cancel(id)
        let expected = JobTransition(
          id: id,
          kind: StoreTrial.kind,
          destination: StoreTrial.destination,
          from: state,
          to: .cancelled,
          reason: change?.reason ?? ""
        )
        try demand("the change", change, is: expected)
        let job = try await $0.job(id)
        try demand("the state", job.state, is: .cancelled)
        try demand(job.finished != nil, "the time of its end is missing")
        try demand("the reason", job.reason, is: nil)
      }
      try await $0.pass(.seconds(600))
      try demand("what is claimed", try await $0.claim(9).count, is: 0)
    },
    ConformanceCase("A job that is finished can't be cancelled, nor one that is not there") {
      let succeeded = try await $0.run()
      _ = try await $0.report(succeeded, .succeeded)
      let dead = try await $0.run()
      _ = try await $0.report(dead, .dead(reason: "no"))
      let cancelled = try await $0.submit()
      _ = try await $0.store.cancel(cancelled)
      for id in [succeeded.id, dead.id, cancelled, JobID(rawValue: .max), JobID(rawValue: -1)] {
        try demand("the change of \(id)", try await $0.store.cancel(id), is: nil)
      }
      try demand("the state", try await $0.state(dead.id), is: .dead)
    },
    ConformanceCase("A run that was cancelled is lost") {
      let run = try await $0.run()
      _ = try await $0.store.cancel(run.id)
      try demand("the lost renewals", try await $0.turn(renewals: [run]).lost, is: [run])
      try demand("the lost reports", try await $0.report(run, .succeeded).lost, is: [run])
      try demand("the state", try await $0.state(run.id), is: .cancelled)
    },
    ConformanceCase("A cancelled run keeps no exclusive claim back") {
      let run = try await $0.run()
      _ = try await $0.submit()
      _ = try await $0.store.cancel(run.id)
      try demand("the claim", try await $0.claim(1, isExclusive: true).count, is: 1)
    },
    ConformanceCase("A lane from whose middle jobs were cancelled gives the others in order") {
      let ids = try await $0.submit(Array(repeating: StoreTrial.job(), count: 9))
      for index in [0, 4, 5, 8] { _ = try await $0.store.cancel(ids[index]) }
      let expected = [1, 2, 3, 6, 7].map { ids[$0] }
      try demand("the order", try await $0.claim(9).map(\.run.id), is: expected)
    },
  ]

  static let retrying = [
    ConformanceCase("A job that waits can be made ready now") {
      let id = try await $0.submit(StoreTrial.job(notBefore: .seconds(600)))
      let change = try await $0.store.retryNow(id)
      try demand("the change", change.map { [$0.from, $0.to] }, is: [.waiting, .ready])
      try demand("what is claimed", try await $0.claim().map(\.run.id), is: [id])
    },
    ConformanceCase("A dead job begins again: new retries, its failed attempts and number kept") {
      let run = try await $0.run()
      var history = JobHistory(
        retries: RetryHistory(totalRetries: 5, lastProposer: "p", runLength: 5)
      )
      history.attempts.append(JobAttempt(number: 1, time: 0, failure: "f", reason: "r"))
      _ = try await $0.report(run, .dead(reason: "no"), history: history)
      let change = try await $0.store.retryNow(run.id)
      try demand("the change", change.map { [$0.from, $0.to] }, is: [.dead, .ready])
      let job = try await $0.job(run.id)
      try demand(job.reason == nil && job.finished == nil, "it still has a reason or an end")
      try demand("the retries", job.history.retries, is: RetryHistory())
      try demand("the attempts", job.history.attempts, is: history.attempts)
      let second = try await $0.claimOne()
      try demand("the attempt", second.attempt, is: 2)
      try demand(second.run.token > run.token, "the token did not grow")
    },
    ConformanceCase("A cancelled job can be made ready") {
      let id = try await $0.submit()
      _ = try await $0.store.cancel(id)
      let change = try await $0.store.retryNow(id)
      try demand("the change", change.map { [$0.from, $0.to] }, is: [.cancelled, .ready])
      try demand("what is claimed", try await $0.claim().map(\.run.id), is: [id])
    },
    ConformanceCase("A job that is ready, runs or succeeded is left as it is") {
      let id = try await $0.submit()
      try demand("one that is ready", try await $0.store.retryNow(id), is: nil)
      let run = try await $0.claimOne().run
      try demand("one that runs", try await $0.store.retryNow(id), is: nil)
      _ = try await $0.report(run, .succeeded)
      try demand("one that succeeded", try await $0.store.retryNow(id), is: nil)
      let stray = JobID(rawValue: .max)
      try demand("one that is not there", try await $0.store.retryNow(stray), is: nil)
    },
    ConformanceCase("A job that died of its deadline does not die of it again") {
      let id = try await $0.submit(StoreTrial.job(deadline: .seconds(60)))
      try await $0.pass(.seconds(61))
      _ = try await $0.store.retryNow(id)
      try demand("the changes", try await $0.pass(.seconds(600)).transitions, is: [])
      try demand("the state", try await $0.state(id), is: .ready)
      try demand("the deadline", try await $0.claimOne().deadline, is: nil)
    },
    ConformanceCase("A deadline that has not passed still counts for a job that begins again") {
      let id = try await $0.submit(StoreTrial.job(deadline: .seconds(600)))
      _ = try await $0.store.cancel(id)
      _ = try await $0.store.retryNow(id)
      try await $0.pass(.seconds(601))
      try demand("the state", try await $0.state(id), is: .dead)
    },
    ConformanceCase(
      "A job of which three workers vanished may lose three more when it begins again"
    ) {
      let id = try await $0.submit()
      for round in 1...5 {
        _ = try await $0.claimOne()
        try await $0.pass(.seconds(61))
        if round == 3 { _ = try await $0.store.retryNow(id) }
      }
      try demand("the state", try await $0.state(id), is: .ready)
      try demand("the vanished workers", try await $0.job(id).vanished, is: 2)
    },
    ConformanceCase("A job that begins again goes where its rank belongs") {
      let ids = try await $0.submit(Array(repeating: StoreTrial.job(), count: 6))
      for index in [1, 3, 4] { _ = try await $0.store.cancel(ids[index]) }
      for index in [3, 1, 4] { _ = try await $0.store.retryNow(ids[index]) }
      try demand("the order", try await $0.claim(9).map(\.run.id), is: ids)
    },
  ]
}
