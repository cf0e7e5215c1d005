import NetwatchCore
import NetwatchJobs

extension StoreConformance {
  static let claims = [
    ConformanceCase("A claim takes from the lanes it names and from no other") {
      let route = JobOptions(destination: StoreTrial.destination, requirement: .route)
      let ids = try await $0.submit([
        StoreTrial.job(), StoreTrial.job(kind: "other"), StoreTrial.job(to: "other.example"),
        StoreTrial.job(priority: .high),
        NewJob(kind: StoreTrial.kind, payload: [], options: route),
      ])
      try demand("what is claimed", try await $0.claim(9).map(\.run.id), is: [ids[0]])
      let lane = StoreTrial.lane(StoreTrial.kind, .route)
      try demand("by route", try await $0.claim(9, of: [lane]).map(\.run.id), is: [ids[4]])
    },
    ConformanceCase("A job that was claimed is given to nobody else") { trial in
      let ids = try await trial.submit(Array(repeating: StoreTrial.job(), count: 100))
      let claimed = try await withThrowingTaskGroup(of: [ClaimedJob].self) { group in
        for _ in 0..<20 { group.addTask { try await trial.claim(10) } }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      try demand("the claimed jobs", claimed.map(\.run.id).sorted(), is: ids)
    },
    ConformanceCase("A claimed job comes with all that its handler needs") {
      let id = try await $0.submit(StoreTrial.job(deadline: .seconds(600)))
      let job = try await $0.claimOne()
      try demand("the number", job.run.id, is: id)
      try demand("the payload", job.payload, is: [1])
      try demand("the lane", job.lane, is: StoreTrial.lane())
      try demand("the attempt", job.attempt, is: 1)
      try demand("the history", job.history, is: JobHistory())
      try demand(
        $0.isClose(job.deadline, .seconds(600)),
        "the deadline is in \(text(job.deadline))"
      )
      let stored = try await $0.job(id)
      try demand("the state", stored.state, is: .running)
      try demand("the stored attempt", stored.attempt, is: 1)
      try demand(
        $0.isClose(stored.remaining, .seconds(60)),
        "the lease is \(text(stored.remaining))"
      )
    },
    ConformanceCase("An exclusive claim gets nothing while a job of the destination runs") {
      _ = try await $0.submit([StoreTrial.job(), StoreTrial.job(kind: "other")])
      let other = [StoreTrial.lane("other")]
      let first = try await $0.claim(1, of: other, isExclusive: true)
      try demand("the first", first.count, is: 1)
      try demand("the second", try await $0.claim(1, isExclusive: true).count, is: 0)
      _ = try await $0.report(first[0].run, .succeeded)
      try demand("the third", try await $0.claim(1, isExclusive: true).count, is: 1)
    },
    ConformanceCase("An exclusive claim is not kept back by a job whose lease has ended") {
      _ = try await $0.submit([StoreTrial.job(), StoreTrial.job()])
      _ = try await $0.claimOne(lease: .seconds(60))
      try await $0.fixture.advance(by: .seconds(120))
      try demand("the claim", try await $0.claim(1, isExclusive: true).count, is: 1)
    },
    ConformanceCase("A job that runs elsewhere does not keep an exclusive claim back") {
      _ = try await $0.run(StoreTrial.job(to: "other.example"))
      _ = try await $0.submit()
      try demand("the claim", try await $0.claim(1, isExclusive: true).count, is: 1)
    },
    ConformanceCase("A turn tells which lanes are drained, and which are not") {
      _ = try await $0.submit([StoreTrial.job(), StoreTrial.job(), StoreTrial.job(kind: "b")])
      let lanes = [StoreTrial.lane(), StoreTrial.lane("b"), StoreTrial.lane("c")]
      let claim = JobClaim(
        destination: StoreTrial.destination,
        lanes: lanes,
        limit: 2,
        isExclusive: false,
        paceRevision: 0
      )
      let first = try await $0.turn(claims: [claim])
      try demand("the claimed jobs", first.claimed.count, is: 2)
      try demand("the drained lanes", Set(first.drained), is: [lanes[0], lanes[2]])
      let second = try await $0.turn(claims: [claim])
      try demand("those after the last job", Set(second.drained), is: Set(lanes))
    },
    ConformanceCase("Claims of several destinations are served in one turn, each by its limit") {
      let destinations = ["a.example", "b.example", "c.example"]
      for destination in destinations {
        _ = try await $0.submit(Array(repeating: StoreTrial.job(to: destination), count: 3))
      }
      let claims = destinations.map {
        JobClaim(
          destination: $0,
          lanes: [StoreTrial.lane(to: $0)],
          limit: 2,
          isExclusive: false,
          paceRevision: 0
        )
      }
      let claimed = try await $0.turn(claims: claims).claimed
      try demand(
        "the claims",
        claimed.map(\.lane.destination),
        is: destinations.flatMap { [$0, $0] }
      )
    },
    ConformanceCase("A claim of no jobs, or of less, gets none") { trial in
      _ = try await trial.submit()
      for limit in [0, -1, .min] {
        try demand("a limit of \(limit)", try await trial.claim(limit).count, is: 0)
      }
    },
  ]
}
