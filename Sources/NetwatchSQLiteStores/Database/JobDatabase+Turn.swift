import NetwatchJobs
import NetwatchSQLite

extension JobDatabase {
  /// Takes a worker's reports, and hands it jobs.
  func turn(_ turn: StoreTurn) throws -> StoreTurnResult {
    var result = StoreTurnResult()
    for report in turn.reports where try !end(report) { result.lost.append(report.run) }
    let now = clock.now
    let lease = now &+ turn.lease.storeMilliseconds
    for run in turn.renewals where try !renew(run, until: lease) { result.lost.append(run) }
    var stored: Set<String> = []
    for (destination, pace) in turn.paces {
      if try store(pace, of: destination, now: now) { stored.insert(destination) }
      result.paces[destination] = try self.pace(of: destination, now: now)
    }
    guard !totals.isMoving else { return result }
    for claim in turn.claims {
      let isOwnPace = stored.contains(claim.destination)
      if !isOwnPace, let pace = try newerPace(than: claim, now: now) {
        result.paces[claim.destination] = pace
      } else {
        try serve(claim, until: lease, for: turn.worker, now: now, &result)
      }
    }
    return result
  }

  private func newerPace(than claim: JobClaim, now: Int64) throws(SQLiteError) -> StoredPace? {
    guard let pace = try pace(of: claim.destination, now: now) else { return nil }
    return pace.revision > claim.paceRevision ? pace : nil
  }
}
