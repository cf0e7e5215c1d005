import NetwatchCore

/// A lane that has jobs, finished ones included.
struct MemoryLane: Sendable {
  let lane: JobLane
  /// The number of its destination.
  let destination: UInt32
  var queue = LaneQueue()
  var jobs = 0
  var unfinished = 0
  /// The call in which observers were last told of it.
  var told: UInt64 = 0
}

/// A destination that has lanes.
struct MemoryDestination: Sendable {
  let name: String
  var lanes = 0
  var running = SlotList()
}

/// Somebody who has jobs, finished ones included.
struct MemoryOwner: Sendable {
  let name: String
  var jobs = 0
}

/// A pace with the moment at which its hold ends.
struct MemoryPace: Sendable {
  var gap: Duration
  var window: Int
  var heldUntil: BootInstant
  var revision: Int64

  init(_ pace: StoredPace, at now: BootInstant) {
    (gap, window, revision) = (pace.gap, pace.window, pace.revision + 1)
    heldUntil = now.advanced(by: pace.hold)
  }

  func stored(at moment: StoreMoment) -> StoredPace {
    let hold = moment.remaining(until: heldUntil)
    return StoredPace(gap: gap, window: window, hold: hold, revision: revision)
  }
}
