import NetwatchJobs

extension StoreConformance {
  static let order = [
    ConformanceCase("Jobs of a lane are claimed in the order of their submission") {
      let ids = try await $0.submit(Array(repeating: StoreTrial.job(), count: 5))
      let first = try await $0.claim(2)
      let rest = try await $0.claim(9)
      try demand("the order", (first + rest).map(\.run.id), is: ids)
    },
    ConformanceCase("A job of higher priority goes first, whichever lane it is in") {
      let priorities: [JobPriority] = [.low, .normal, .high, .low, .normal, .high]
      let ids = try await $0.submit(priorities.map { StoreTrial.job(priority: $0) })
      let claimed = try await $0.claim(6, of: [StoreTrial.lane(), StoreTrial.lane(isUrgent: true)])
      try demand("the order", claimed.map(\.run.id), is: [2, 5, 1, 4, 0, 3].map { ids[$0] })
    },
    ConformanceCase("A job that has waited long goes before one of higher priority") {
      let low = try await $0.submit(StoreTrial.job(priority: .low))
      try await $0.fixture.advance(by: .seconds(300))
      let early = try await $0.submit()
      try await $0.fixture.advance(by: .seconds(600))
      let late = try await $0.submit()
      try demand("the order", try await $0.claim(9).map(\.run.id), is: [early, low, late])
    },
    ConformanceCase("A job that comes back keeps its place") {
      let ids = try await $0.submit([StoreTrial.job(), StoreTrial.job(), StoreTrial.job()])
      let first = try await $0.claimOne()
      _ = try await $0.report(first.run, .again(after: .zero, isCounted: true))
      try demand("the order", try await $0.claim(9).map(\.run.id), is: ids)
    },
    ConformanceCase("Several lanes are merged by rank") {
      let kinds = ["a", "b", "c", "b", "a", "c", "a"]
      let ids = try await $0.submit(kinds.map { StoreTrial.job(kind: $0) })
      let lanes = ["a", "b", "c"].map { StoreTrial.lane($0) }
      let first = try await $0.claim(4, of: lanes)
      try demand("the first four", first.map(\.run.id), is: Array(ids[0..<4]))
      try demand("their lanes", first.map(\.lane.kind), is: Array(kinds[0..<4]))
      try demand("the rest", try await $0.claim(9, of: lanes).map(\.run.id), is: Array(ids[4...]))
    },
  ]
}
