import NetwatchCore

extension MemoryJobs {
  /// Hands jobs of one destination to a worker, the smallest rank first.
  mutating func serve(
    _ claim: JobClaim,
    knowing stored: Set<String>,
    until lease: BootInstant,
    at moment: StoreMoment,
    into result: inout StoreTurnResult
  ) {
    if let pace = paces[claim.destination], pace.revision > claim.paceRevision,
      !stored.contains(claim.destination)
    {
      result.paces[claim.destination] = pace.stored(at: moment)
      return
    }
    guard !claim.isExclusive || !isBusy(claim.destination, at: moment) else { return }
    // A set, because a lane that is named twice holds no job twice.
    let named = Set(claim.lanes.filter { $0.destination == claim.destination })
    let numbers = named.compactMap { lanes.numbers[$0] }
    take(claim.limit, from: numbers, until: lease, at: moment, into: &result.claimed)
    result.drained += named.filter { isDrained($0) }
  }

  private func isDrained(_ lane: JobLane) -> Bool {
    lanes.numbers[lane].map { lanes[$0].queue.isEmpty } ?? true
  }

  /// Whether a job of a destination runs whose lease has not ended.
  private func isBusy(_ destination: String, at moment: StoreMoment) -> Bool {
    guard let number = destinations.numbers[destination] else { return false }
    var slot = destinations[number].running.first
    while slot != JobRecord.none {
      if let lease = slab[slot].life.until, lease > moment.boot { return true }
      slot = slab[slot].next
    }
    return false
  }

  private mutating func take(
    _ limit: Int,
    from numbers: [UInt32],
    until lease: BootInstant,
    at moment: StoreMoment,
    into claimed: inout [ClaimedJob]
  ) {
    var heads = numbers.map { firstInTime($0, at: moment) }
    for _ in 0..<max(limit, 0) {
      guard let lane = smallest(of: heads), let slot = heads[lane]?.slot else { return }
      claimed.append(claim(slot, until: lease, at: moment))
      heads[lane] = firstInTime(numbers[lane], at: moment)
    }
  }

  private func smallest(of heads: [(rank: JobRank, slot: UInt32)?]) -> Int? {
    var smallest: (rank: JobRank, lane: Int)?
    for (lane, head) in heads.enumerated() {
      guard let head else { continue }
      if let present = smallest, present.rank < head.rank { continue }
      smallest = (head.rank, lane)
    }
    return smallest?.lane
  }

  /// The first job of a lane whose deadline has not passed.
  ///
  /// The others are withdrawn: the next look ends them.
  private mutating func firstInTime(
    _ lane: UInt32,
    at moment: StoreMoment
  ) -> (rank: JobRank, slot: UInt32)? {
    while let head = lanes[lane].queue.first(in: slab) {
      guard let end = slab[head.slot].end, end <= moment.boot else { return head }
      withdraw(head.slot)
    }
    return nil
  }

  private mutating func claim(
    _ slot: UInt32,
    until lease: BootInstant,
    at moment: StoreMoment
  ) -> ClaimedJob {
    let token = change(slot, at: moment) { $0.claimed(until: lease) }
    let id = JobID(rawValue: slab[slot].id)
    return ClaimedJob(
      run: JobRun(id: id, token: token),
      lane: lanes[slab[slot].lane].lane,
      owner: owner(of: slot),
      payload: slab[slot].payload,
      attempt: slab[slot].life.attempt,
      history: slab[slot].history,
      deadline: slab[slot].end.map { moment.remaining(until: $0) },
      idempotencyKey: idempotencyKey(of: id)
    )
  }

  /// Whose a job is.
  func owner(of slot: UInt32) -> String? {
    let number = slab[slot].owner
    return number == JobRecord.none ? nil : owners[number].name
  }

  /// What names a job everywhere.
  func idempotencyKey(of id: JobID) -> String { identity + "-" + String(id.rawValue) }
}
