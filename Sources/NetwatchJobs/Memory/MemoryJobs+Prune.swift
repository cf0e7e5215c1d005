import NetwatchCore

extension MemoryJobs {
  private static let pruneLimit = 1_000

  /// Removes finished jobs that need not be kept any longer.
  ///
  /// - Returns: How many it removed.
  mutating func prune(_ retention: JobRetention, at moment: StoreMoment) -> Int {
    var count = 0
    let now = credibleWall(at: moment)
    for state in JobState.allCases {
      guard let rule = retention.rule(for: state) else { continue }
      while count < Self.pruneLimit, let slot = surplus(of: state, rule, at: now) {
        remove(slot)
        count += 1
      }
    }
    return count
  }

  /// Civil time in milliseconds, as far as time has gone on since the first job ended: while a clock is
  /// set far ahead, if only for a moment, nothing shall be old that is not.
  private func credibleWall(at moment: StoreMoment) -> Int64 {
    guard let firstEnd else { return moment.wall.milliseconds }
    let passed = firstEnd.boot.nanoseconds(to: moment.boot) / 1_000_000
    return min(moment.wall.milliseconds, firstEnd.wall.milliseconds &+ passed)
  }

  /// The job of a state that ended first, where it is too old, one too many, or has a byte too many.
  private func surplus(of state: JobState, _ rule: JobRetention.Rule, at now: Int64) -> UInt32? {
    let list = finished[state]
    guard list.count > 0 else { return nil }
    let age = Duration.milliseconds(now &- slab[list.first].finished)
    let isTooMuch = list.count > rule.count || finishedBytes[state] > rule.bytes
    return isTooMuch || age >= rule.age || rule.age == .zero ? list.first : nil
  }

  private mutating func remove(_ slot: UInt32) {
    let (state, number, owner) = (slab[slot].life.state, slab[slot].lane, slab[slot].owner)
    leave(state, slot)
    index.remove(slab[slot].id)
    slab.remove(slot)
    lanes[number].jobs -= 1
    if lanes[number].jobs == 0 { removeLane(number) }
    if owner != JobRecord.none { leave(owner) }
  }

  private mutating func leave(_ owner: UInt32) {
    owners[owner].jobs -= 1
    if owners[owner].jobs == 0 { owners.remove(owners[owner].name) }
  }

  private mutating func removeLane(_ number: UInt32) {
    let (lane, destination) = (lanes[number].lane, lanes[number].destination)
    lanes.remove(lane)
    destinations[destination].lanes -= 1
    if destinations[destination].lanes == 0 { destinations.remove(lane.destination) }
  }
}
