import NetwatchJobs

extension StoreConformance {
  static let queries = [
    ConformanceCase("A query finds the jobs of an owner, also among others") {
      let jobs = (0..<12).map { number in
        StoreTrial.job(
          to: "d\(number % 2)",
          kind: "k\(number % 3)",
          owner: number % 4 == 3 ? nil : "owner \(number % 4)"
        )
      }
      let ids = try await $0.submit(jobs)
      for id in ids[6...] { _ = try await $0.store.cancel(id) }
      let queries: [(JobQuery, [Int])] = [
        (JobQuery(owner: "owner 1"), [1, 5, 9]),
        (JobQuery(states: [.ready], owner: "owner 1"), [1, 5]),
        (JobQuery(states: [.cancelled], owner: "owner 1"), [9]),
        (JobQuery(kind: "k2", owner: "owner 1"), [5]),
        (JobQuery(destination: "d0", owner: "owner 1"), []),
        (JobQuery(kind: "k0", destination: "d0", owner: "owner 0"), [0]),
        (JobQuery(owner: "owner 1", after: ids[1], limit: 1), [5]),
        (JobQuery(owner: "owner 3"), []), (JobQuery(owner: ""), []),
      ]
      for (query, expected) in queries {
        let found = try await $0.store.jobs(matching: query)
        try demand("\(query)", found.map(\.id), is: expected.map { ids[$0] })
      }
    },
    ConformanceCase("A query finds jobs by their keys, finished ones too, the oldest first") {
      let first = try await $0.submit(StoreTrial.job(key: "k", owner: "a"))
      let other = try await $0.submit(StoreTrial.job(kind: "other", key: "k"))
      let third = try await $0.submit([StoreTrial.job(key: "k2"), StoreTrial.job()])[0]
      _ = try await $0.store.cancel(first)
      let second = try await $0.submit(StoreTrial.job(to: "d", key: "k", owner: "b"))
      let queries: [(JobQuery, [JobID])] = [
        (JobQuery(uniqueKeys: ["k"]), [first, other, second]),
        (JobQuery(kind: StoreTrial.kind, uniqueKeys: ["k"]), [first, second]),
        (JobQuery(states: [.cancelled], uniqueKeys: ["k"]), [first]),
        (JobQuery(destination: "d", uniqueKeys: ["k"]), [second]),
        (JobQuery(owner: "a", uniqueKeys: ["k"]), [first]),
        (JobQuery(uniqueKeys: ["k"], after: first, limit: 1), [other]),
        (JobQuery(uniqueKeys: ["k2", "none", "k"]), [first, other, third, second]),
        (JobQuery(uniqueKeys: ["k", "k2"], after: first, limit: 2), [other, third]),
        (JobQuery(owner: "b", uniqueKeys: ["k", "k2"]), [second]),
        (JobQuery(uniqueKeys: ["k2", "k\0"]), [third]),
        (JobQuery(owner: "c", uniqueKeys: ["k"]), []), (JobQuery(uniqueKeys: ["none"]), []),
        (JobQuery(uniqueKeys: ["k\0"]), []), (JobQuery(owner: "a\0", uniqueKeys: ["k"]), []),
      ]
      for (query, expected) in queries {
        let found = try await $0.store.jobs(matching: query)
        try demand("\(query)", found.map(\.id), is: expected)
      }
    },
    ConformanceCase("A query without payloads gives everything else") {
      let run = try await $0.run(StoreTrial.job(key: "k", deadline: .seconds(9_000), owner: "a"))
      _ = try await $0.report(run, .dead(reason: "no"))
      _ = try await $0.submit(StoreTrial.job(priority: .low))
      let found = try await $0.store.jobs(matching: JobQuery(includesPayloads: false))
      try demand("the payloads", found.map(\.payload), is: [[], []])
      let all = try await $0.store.jobs(matching: JobQuery())
      try demand("the others' payloads", all.map(\.payload), is: [[1], [1]])
      for (job, whole) in zip(found, all) {
        try demand("the rest", job, is: whole.with(payload: job.payload))
      }
    },
    ConformanceCase("A payload that is longer than a limit is left out, and its length is told") {
      for size in [0, 1, 3_000, 200_000] {
        var new = StoreTrial.job()
        new.payload = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let id = try await $0.submit(new)
        let whole = try await $0.job(id)
        try demand("the payload", whole.payload, is: new.payload)
        try demand("its length", whole.payloadBytes, is: size)
        let exact = try await $0.store.job(id, payloadLimit: size)
        try demand("what is as long as the limit", exact, is: whole)
        for limit in [.min, -1, size - 1] {
          let job = try await $0.store.job(id, payloadLimit: limit)
          try demand("what is longer than \(limit)", job, is: whole.with(payload: []))
        }
      }
      let none = try await $0.store.job(JobID(rawValue: 99), payloadLimit: 0)
      try demand("one that is not there", none, is: nil)
    },
  ]
}

extension Job {
  /// The same with another payload.
  fileprivate func with(payload: [UInt8]) -> Job {
    Job(
      id: id,
      kind: kind,
      payload: payload,
      payloadBytes: payloadBytes,
      options: options,
      state: state,
      attempt: attempt,
      vanished: vanished,
      history: history,
      created: created,
      remaining: remaining,
      finished: finished,
      reason: reason,
      idempotencyKey: idempotencyKey
    )
  }
}
