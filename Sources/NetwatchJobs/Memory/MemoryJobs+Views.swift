import NetwatchCore

extension MemoryJobs {
  /// A job as it stands, with its payload where that is no longer than a limit.
  func job(_ id: JobID, payloadLimit: Int = .max, at moment: StoreMoment) -> Job? {
    index.slot(of: id.rawValue).map { slot in
      let hasPayload = slab[slot].payload.count <= payloadLimit
      return job(in: slot, at: moment, withPayload: hasPayload)
    }
  }

  /// The jobs that a query names, by their numbers.
  func jobs(matching query: JobQuery, at moment: StoreMoment) -> [Job] {
    var jobs: [Job] = []
    // One without a number has no job.
    let owner = query.owner.map { owners.numbers[$0] }
    if case .some(nil) = owner { return [] }
    index.visit(after: query.after?.rawValue ?? 0) { slot in
      guard matches(slot, query, owner: owner ?? nil) else { return true }
      jobs.append(job(in: slot, at: moment, withPayload: query.includesPayloads))
      return jobs.count < query.limit
    }
    return jobs
  }

  /// Counts what there is.
  func statistics(at moment: StoreMoment) -> StoreStatistics {
    var statistics = StoreStatistics(
      states: [:],
      bytes: bytes,
      kinds: [:],
      destinations: [:],
      oldest: oldest(at: moment)
    )
    for state in JobState.allCases where counts[state] > 0 {
      statistics.states[state] = counts[state]
    }
    for (name, pace) in paces {
      statistics.destinations[name] = .init(jobs: 0, pace: pace.stored(at: moment))
    }
    for (lane, number) in lanes.numbers where lanes[number].unfinished > 0 {
      let count = lanes[number].unfinished
      statistics.kinds[lane.kind, default: 0] += count
      statistics.destinations[lane.destination, default: .init(jobs: 0, pace: nil)].jobs += count
    }
    return statistics
  }

  private func matches(_ slot: UInt32, _ query: JobQuery, owner: UInt32?) -> Bool {
    let lane = lanes[slab[slot].lane].lane
    return (owner == nil || owner == slab[slot].owner)
      && (query.uniqueKeys.isEmpty || hasKey(slot, among: query.uniqueKeys))
      && (query.states.isEmpty || query.states.contains(slab[slot].life.state))
      && (query.kind == nil || query.kind == lane.kind)
      && (query.destination == nil || query.destination == lane.destination)
  }

  private func hasKey(_ slot: UInt32, among keys: Set<String>) -> Bool {
    slab[slot].details?.uniqueKey.map(keys.contains) ?? false
  }

  private func oldest(at moment: StoreMoment) -> Duration? {
    guard unfinished > 0 else { return nil }
    var created: Int64?
    index.visit(after: 0) { slot in
      if !slab[slot].life.state.isFinal { created = slab[slot].created }
      return created == nil
    }
    return created.map { .milliseconds(max(moment.wall.milliseconds - $0, 0)) }
  }

  private func job(in slot: UInt32, at moment: StoreMoment, withPayload: Bool) -> Job {
    let record = slab[slot]
    let (lane, details) = (lanes[record.lane].lane, record.details)
    let id = JobID(rawValue: record.id)
    return Job(
      id: id,
      kind: lane.kind,
      payload: withPayload ? record.payload : [],
      payloadBytes: record.payload.count,
      options: JobOptions(
        destination: lane.destination,
        requirement: lane.requirement,
        priority: record.priority,
        uniqueKey: details?.uniqueKey,
        notBefore: details?.notBefore.map { .nanoseconds($0) },
        deadline: details?.deadline.map { .nanoseconds($0) },
        owner: owner(of: slot)
      ),
      state: record.life.state,
      attempt: record.life.attempt,
      vanished: record.life.vanished,
      history: record.history,
      created: WallTime(milliseconds: record.created),
      remaining: record.life.until.map { moment.remaining(until: $0) },
      finished: record.life.state.isFinal ? WallTime(milliseconds: record.finished) : nil,
      reason: details?.reason,
      idempotencyKey: idempotencyKey(of: id)
    )
  }
}
