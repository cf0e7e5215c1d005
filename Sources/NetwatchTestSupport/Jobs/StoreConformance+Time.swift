import NetwatchJobs

extension StoreConformance {
  static let time = [
    ConformanceCase("A job for later waits until it is due, and is ready then") {
      let id = try await $0.submit(StoreTrial.job(notBefore: .seconds(60)))
      try demand("the state", try await $0.state(id), is: .waiting)
      try demand("what is claimed", try await $0.claim().count, is: 0)
      let early = try await $0.pass(.seconds(30))
      try demand("the changes before", early.transitions, is: [])
      try demand("the lanes before", early.lanes, is: [])
      let view = try await $0.pass(.seconds(31))
      let expected = JobTransition(
        id: id,
        kind: StoreTrial.kind,
        destination: StoreTrial.destination,
        from: .waiting,
        to: .ready
      )
      try demand("the changes", view.transitions, is: [expected])
      try demand("the lanes", view.lanes, is: [StoreTrial.lane()])
      try demand("what is claimed then", try await $0.claim().map(\.run.id), is: [id])
    },
    ConformanceCase("A time that is past already does not make a job wait") {
      let jobs = [Duration.zero, .seconds(-5)].map { StoreTrial.job(notBefore: $0) }
      let ids = try await $0.submit(jobs)
      try demand("what is claimed", try await $0.claim(9).map(\.run.id), is: ids)
    },
    ConformanceCase("A deadline ends a job that is ready and one that waits, with the reason") {
      let jobs = [
        StoreTrial.job(deadline: .seconds(60)),
        StoreTrial.job(notBefore: .seconds(600), deadline: .seconds(60)),
      ]
      let ids = try await $0.submit(jobs)
      try await $0.pass(.seconds(61))
      for id in ids {
        let job = try await $0.job(id)
        try demand("the state", job.state, is: .dead)
        try demand("the reason", job.reason, is: "the deadline passed")
      }
    },
    ConformanceCase("A job whose deadline has passed is not claimed, looked at or not") {
      let id = try await $0.submit(StoreTrial.job(deadline: .seconds(60)))
      let other = try await $0.submit()
      try await $0.fixture.advance(by: .seconds(61))
      try demand("what is claimed", try await $0.claim(9).map(\.run.id), is: [other])
      try await $0.look()
      try demand("the state", try await $0.state(id), is: .dead)
    },
    ConformanceCase("A deadline leaves a job that runs to its worker, as long as the lease lasts") {
      let run = try await $0.run(StoreTrial.job(deadline: .seconds(30)))
      try await $0.pass(.seconds(40))
      try demand("the state", try await $0.state(run.id), is: .running)
      try await $0.pass(.seconds(40))
      try demand("the state after the lease", try await $0.state(run.id), is: .dead)
      try demand("the reason", try await $0.job(run.id).reason, is: "the deadline passed")
    },
    ConformanceCase("A look tells how long until time brings something") {
      try demand("nothing", try await $0.look().next, is: nil)
      _ = try await $0.submit(StoreTrial.job(notBefore: .seconds(500)))
      let due = try await $0.look().next
      try demand($0.isClose(due, .seconds(500)), "due in 500 s; next is \(text(due))")
      _ = try await $0.submit(StoreTrial.job(deadline: .seconds(400)))
      let deadline = try await $0.look().next
      try demand(
        $0.isClose(deadline, .seconds(400)),
        "a deadline in 400 s; next is \(text(deadline))"
      )
      _ = try await $0.claimOne(lease: .seconds(300))
      let lease = try await $0.look().next
      try demand($0.isClose(lease, .seconds(300)), "a lease of 300 s; next is \(text(lease))")
    },
    ConformanceCase("A look changes no more than its limit, and says that there is more") {
      _ = try await $0.submit(
        Array(repeating: StoreTrial.job(notBefore: .seconds(60)), count: 25)
      )
      try await $0.fixture.advance(by: .seconds(61))
      var counts: [Int] = []
      for expected in [Duration.zero, .zero, nil] {
        let view = try await $0.store.look(StoreLook(limit: 10))
        counts.append(view.transitions.count)
        try demand("what is next after \(counts)", view.next, is: expected)
      }
      try demand("the changes", counts, is: [10, 10, 5])
    },
    ConformanceCase("A look names every lane that holds a ready job, and no other") {
      let jobs = (0..<60).map { StoreTrial.job(to: "d\($0 % 20)", kind: "k\($0 % 30)") }
      _ = try await $0.submit(jobs + [StoreTrial.job(to: "later", notBefore: .seconds(60))])
      try demand("the lanes", try await $0.look().lanes, is: Set(jobs.map(\.lane)))
      let lane = jobs[0].lane
      _ = try await $0.claim(99, of: [lane])
      try demand(
        "after a claim",
        try await $0.look().lanes,
        is: Set(jobs.map(\.lane)).subtracting([lane])
      )
    },
    ConformanceCase("A look whose limit is zero or less changes one job at most") { trial in
      _ = try await trial.submit(
        Array(repeating: StoreTrial.job(notBefore: .seconds(60)), count: 9)
      )
      try await trial.fixture.advance(by: .seconds(61))
      for limit in [0, -1, .min] {
        let view = try await trial.store.look(StoreLook(limit: limit))
        try demand(view.transitions.count <= 1, "it changed \(view.transitions.count)")
        try demand("what is next", view.next, is: .zero)
      }
    },
    ConformanceCase("A look at many destinations names them all") {
      let jobs = (0..<2_000).map { StoreTrial.job(to: "destination \($0)") }
      _ = try await $0.submit(jobs)
      try demand("the lanes", try await $0.look().lanes, is: Set(jobs.map(\.lane)))
    },
    ConformanceCase("A change that is told has the reason that the job has") {
      let expired = try await $0.submit(StoreTrial.job(deadline: .seconds(30)))
      let run = try await $0.run(StoreTrial.job(kind: "other"))
      let changes = try await $0.pass(.seconds(61), StoreLook(vanishLimit: 1)).transitions
      try demand("what changed", Set(changes.map(\.id)), is: [expired, run.id])
      for change in changes {
        let job = try await $0.job(change.id)
        try demand("the reason of \(change.id)", change.reason, is: job.reason ?? "none")
        try demand("its kind", change.kind, is: job.kind)
        try demand("its state", change.to, is: .dead)
      }
    },
    ConformanceCase("Times without end are taken, and bring nothing for a year") {
      let endless = Duration.seconds(Int64.max)
      let waiting = try await $0.submit(StoreTrial.job(notBefore: endless, deadline: endless))
      let id = try await $0.submit(StoreTrial.job(deadline: endless))
      let pace = StoredPace(gap: endless, window: .max, hold: endless)
      _ = try await $0.turn(paces: ["d": pace])
      let claimed = try await $0.claim(lease: endless)
      try demand("what is claimed", claimed.map(\.run.id), is: [id])
      let view = try await $0.pass(.seconds(86_400 * 365))
      try demand("the changes", view.transitions, is: [])
      try demand((view.paces["d"]?.hold ?? .zero) > .seconds(86_400 * 365), "the hold ended")
      try demand("the one that waits", try await $0.state(waiting), is: .waiting)
      let lost = try await $0.turn(lease: endless, renewals: [claimed[0].run]).lost
      try demand("the lost renewals", lost, is: [])
    },
  ]
}
