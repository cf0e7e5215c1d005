import NetwatchCore

extension MemoryJobs {
  private static let pruneLimit = 1_000

  /// Removes finished jobs that need not be kept any longer.
  ///
  /// - Returns: How many it removed.
  mutating func prune(_ retention: JobRetention, at moment: StoreMoment) -> Int {
    var left = Self.pruneLimit
    let now = credibleWall(at: moment)
    for state in JobState.allCases {
      guard let rule = retention.rule(for: state) else { continue }
      for place in 0..<finished[state].count {
        removeFirst(of: state, place, &left) { jobs, share in
          let age = Duration.milliseconds(now &- jobs.slab[share.list.first].finished)
          return age >= rule.age || rule.age == .zero
        }
      }
      removeSurplus(of: state, beyond: rule.count, &left, \.list.count)
      removeSurplus(of: state, beyond: rule.bytes, &left, \.bytes)
    }
    return Self.pruneLimit - left
  }

  /// Civil time in milliseconds, as far as time has gone on since the first job ended: while a clock is
  /// set far ahead, if only for a moment, nothing shall be old that is not.
  private func credibleWall(at moment: StoreMoment) -> Int64 {
    guard let firstEnd else { return moment.wall.milliseconds }
    let passed = firstEnd.boot.nanoseconds(to: moment.boot) / 1_000_000
    return min(moment.wall.milliseconds, firstEnd.wall.milliseconds &+ passed)
  }

  /// Removes what is beyond a limit, from those who have the most.
  private mutating func removeSurplus(
    of state: JobState,
    beyond limit: Int,
    _ left: inout Int,
    _ amount: KeyPath<FinishedJobs.Share, Int>
  ) {
    let amounts = (0..<finished[state].count).map { finished[state][$0][keyPath: amount] }
    let level = FairShare.level(of: amounts, limit: limit)
    let places = amounts.indices.filter { amounts[$0] > level }
    for place in places.sorted(by: { amounts[$0] > amounts[$1] }) {
      removeFirst(of: state, place, &left) { $1[keyPath: amount] > level }
    }
  }

  /// Removes the jobs of an owner that ended first, as long as a condition says so of what is left.
  private mutating func removeFirst(
    of state: JobState,
    _ place: Int,
    _ left: inout Int,
    while condition: (borrowing Self, FinishedJobs.Share) -> Bool
  ) {
    while left > 0, finished[state][place].list.count > 0, condition(self, finished[state][place]) {
      remove(finished[state][place].list.first)
      left -= 1
    }
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
