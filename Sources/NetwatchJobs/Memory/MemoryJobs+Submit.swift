import NetwatchCore

extension MemoryJobs {
  /// Stores jobs, all or none.
  mutating func submit(
    _ jobs: [NewJob],
    at moment: StoreMoment
  ) throws(JobStoreError) -> [JobReceipt] {
    try checkRoom(for: jobs)
    var receipts: [JobReceipt] = []
    receipts.reserveCapacity(jobs.count)
    var latest: (lane: JobLane, number: UInt32)?
    for job in jobs {
      if let twin = uniqueKey(of: job).flatMap({ keys[$0] }) {
        receipts.append(JobReceipt(id: JobID(rawValue: twin), isDuplicate: true))
        continue
      }
      let lane = job.lane
      // Whoever submits many at once mostly has them in one lane, and comparing is cheaper than hashing.
      let number =
        latest?.lane == lane ? latest?.number ?? self.number(of: lane) : self.number(of: lane)
      latest = (lane, number)
      receipts.append(JobReceipt(id: store(job, in: number, at: moment), isDuplicate: false))
    }
    return receipts
  }

  private func checkRoom(for jobs: [NewJob]) throws(JobStoreError) {
    var seen: Set<UniqueKey> = []
    var (count, size) = (0, 0)
    for job in jobs {
      try job.check(payloadLimit: limits.payload)
      if let key = uniqueKey(of: job) {
        guard keys[key] == nil, seen.insert(key).inserted else { continue }
      }
      count += 1
      size += job.payload.count
    }
    guard count > 0 else { return }
    try limits.check(jobs: unfinished + count, bytes: bytes + size)
  }

  private func uniqueKey(of job: NewJob) -> UniqueKey? {
    job.options.uniqueKey.map { UniqueKey(kind: job.kind, key: $0) }
  }

  private mutating func store(_ job: NewJob, in lane: UInt32, at moment: StoreMoment) -> JobID {
    lastID += 1
    let owner = job.options.owner.map { number(of: $0) } ?? JobRecord.none
    let slot = slab.insert(JobRecord(id: lastID, job: job, lane: lane, owner: owner, at: moment))
    index.append(lastID, slot: slot)
    lanes[lane].jobs += 1
    lanes[lane].unfinished += 1
    if owner != JobRecord.none { owners[owner].jobs += 1 }
    bytes += job.payload.count
    if let key = uniqueKey(of: job) { keys[key] = lastID }
    enter(slab[slot].life.state, slot)
    schedule(slot)
    tell(slot, at: moment)
    return JobID(rawValue: lastID)
  }

  /// The number of an owner, who may be new.
  private mutating func number(of owner: String) -> UInt32 {
    owners.numbers[owner] ?? owners.insert(owner, MemoryOwner(name: owner))
  }

  /// The number of a lane, which may be new.
  private mutating func number(of lane: JobLane) -> UInt32 {
    if let number = lanes.numbers[lane] { return number }
    let destination =
      destinations.numbers[lane.destination]
      ?? destinations.insert(lane.destination, MemoryDestination(name: lane.destination))
    destinations[destination].lanes += 1
    return lanes.insert(lane, MemoryLane(lane: lane, destination: destination))
  }
}
