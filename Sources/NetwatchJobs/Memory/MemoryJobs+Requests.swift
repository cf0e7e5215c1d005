import NetwatchCore

extension MemoryJobs {
  /// Cancels a job that is not finished.
  mutating func cancel(_ id: JobID, at moment: StoreMoment) -> JobTransition? {
    guard let slot = index.slot(of: id.rawValue) else { return nil }
    let old = slab[slot].life.state
    guard change(slot, at: moment, { $0.cancelled() }) else { return nil }
    if old == .running { news.revoked.append(id) }
    return transition(slot, from: old)
  }

  /// Makes a job ready that waits, is dead or was cancelled.
  mutating func retryNow(
    _ id: JobID,
    at moment: StoreMoment
  ) throws(JobStoreError) -> JobTransition? {
    guard let slot = index.slot(of: id.rawValue) else { return nil }
    let old = slab[slot].life.state
    if old == .dead || old == .cancelled { try checkRoom(forRevived: slot) }
    guard change(slot, at: moment, { $0.revived() }) else { return nil }
    if old.isFinal { beginAgain(slot, at: moment) }
    tell(slot, at: moment)
    return transition(slot, from: old)
  }

  private func checkRoom(forRevived slot: UInt32) throws(JobStoreError) {
    if let key = uniqueKey(of: slot), let twin = keys[key] {
      throw .init(.invalid, "job \(twin) has the uniqueKey of job \(slab[slot].id) by now")
    }
    try limits.check(jobs: unfinished + 1, bytes: bytes + slab[slot].payload.count)
  }

  /// Forgets what would end or hinder a job at once that somebody wants to run again.
  private mutating func beginAgain(_ slot: UInt32, at moment: StoreMoment) {
    guard slab[slot].details != nil else { return }
    slab[slot].changeDetails { details in
      details.reason = nil
      details.history.retries = RetryHistory()
      if let end = details.end, end <= moment.boot { details.end = nil }
    }
    schedule(slot)
  }
}
