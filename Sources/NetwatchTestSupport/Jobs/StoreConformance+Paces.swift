import NetwatchJobs

extension StoreConformance {
  private static let slow = StoredPace(gap: .seconds(2), window: 1, hold: .seconds(60))

  static func claim(_ revision: Int64, isExclusive: Bool = false) -> JobClaim {
    JobClaim(
      destination: StoreTrial.destination,
      lanes: [StoreTrial.lane()],
      limit: 1,
      isExclusive: isExclusive,
      paceRevision: revision
    )
  }

  static let paces = [
    ConformanceCase("A pace is stored with its revision, and its hold runs out") {
      try demand("the paces before", try await $0.look().paces, is: [:])
      let result = try await $0.turn(paces: [StoreTrial.destination: slow])
      let stored = result.paces[StoreTrial.destination]
      try demand("the revision", stored?.revision, is: 1)
      try demand("the gap", stored?.gap, is: .seconds(2))
      try demand("the window", stored?.window, is: 1)
      try demand($0.isClose(stored?.hold, .seconds(60)), "the hold is \(text(stored?.hold))")
      let later = try await $0.pass(.seconds(40)).paces[StoreTrial.destination]
      try demand($0.isClose(later?.hold, .seconds(20)), "after 40 s it is \(text(later?.hold))")
      let end = try await $0.pass(.seconds(40)).paces[StoreTrial.destination]
      try demand("the hold after 80 s", end?.hold, is: .zero)
      try demand("the revision then", end?.revision, is: 1)
    },
    ConformanceCase("A pace that another worker has changed meanwhile is not overwritten") {
      _ = try await $0.turn(paces: [StoreTrial.destination: slow])
      var fast = slow
      fast.window = 9
      let lost = try await $0.turn(paces: [StoreTrial.destination: fast])
      try demand("the window", lost.paces[StoreTrial.destination]?.window, is: 1)
      try demand("the revision", lost.paces[StoreTrial.destination]?.revision, is: 1)
      fast.revision = 1
      let stored = try await $0.turn(paces: [StoreTrial.destination: fast])
      try demand("the window then", stored.paces[StoreTrial.destination]?.window, is: 9)
      try demand("the revision then", stored.paces[StoreTrial.destination]?.revision, is: 2)
    },
    ConformanceCase("Of many that change a pace at once, one does, and all learn of it") { trial in
      let paces = try await withThrowingTaskGroup(of: StoredPace?.self) { group in
        for window in 1...20 {
          let pace = StoredPace(gap: .zero, window: window, hold: .zero)
          group.addTask { try await trial.turn(paces: ["d": pace]).paces["d"] }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      try demand("what they learned", Set(paces).count, is: 1)
      try demand("the revision", paces.first??.revision, is: 1)
    },
    ConformanceCase("A claim by an old pace gets nothing but the new one") {
      _ = try await $0.submit()
      _ = try await $0.turn(paces: [StoreTrial.destination: slow])
      let old = try await $0.turn(claims: [claim(0)])
      try demand("what it claimed", old.claimed.count, is: 0)
      try demand("what is drained", old.drained, is: [])
      try demand("the revision", old.paces[StoreTrial.destination]?.revision, is: 1)
      let new = try await $0.turn(claims: [claim(1)])
      try demand("what is claimed by the new one", new.claimed.count, is: 1)
      try demand("the paces told", new.paces, is: [:])
    },
    ConformanceCase("A turn that stores a pace can claim by the one before") {
      _ = try await $0.submit([StoreTrial.job(), StoreTrial.job()])
      let stored = try await $0.turn(claims: [claim(0)], paces: [StoreTrial.destination: slow])
      try demand("what is claimed", stored.claimed.count, is: 1)
      let lost = try await $0.turn(claims: [claim(0)], paces: [StoreTrial.destination: slow])
      try demand("what is claimed where the pace was not stored", lost.claimed.count, is: 0)
    },
    ConformanceCase("A claim that is refused tells no lane as drained") {
      _ = try await $0.run()
      let result = try await $0.turn(claims: [claim(0, isExclusive: true)])
      try demand("what is drained", result.drained, is: [])
    },
    ConformanceCase("The paces of destinations are kept apart, with or without jobs") {
      _ = try await $0.turn(paces: ["a": slow, "b": slow])
      var second = slow
      second.revision = 1
      _ = try await $0.turn(paces: ["b": second])
      let paces = try await $0.look().paces
      try demand("the revisions", paces.mapValues(\.revision), is: ["a": 1, "b": 2])
    },
  ]
}
