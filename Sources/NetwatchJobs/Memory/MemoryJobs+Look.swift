import NetwatchCore

extension MemoryJobs {
  /// Does what time has brought, and tells what there is to do.
  mutating func look(_ look: StoreLook, at moment: StoreMoment) -> StoreView {
    var transitions: [JobTransition] = []
    while transitions.count < look.limit, let (due, slot) = timers.first, due <= moment.boot {
      transitions.append(timePassed(slot, vanishLimit: look.vanishLimit, at: moment))
    }
    return StoreView(
      lanes: offered,
      next: timers.first.map { moment.remaining(until: $0.key) },
      paces: paces.mapValues { $0.stored(at: moment) },
      transitions: transitions
    )
  }

  private mutating func timePassed(
    _ slot: UInt32,
    vanishLimit: Int,
    at moment: StoreMoment
  ) -> JobTransition {
    let old = slab[slot].life.state
    let deadline = slab[slot].end
    let passed = change(slot, at: moment) {
      $0.timePassed(at: moment.boot, deadline: deadline, vanishLimit: vanishLimit)
    }
    let reason =
      switch passed {
      case .becameDue, nil: ""
      case .deadlinePassed: "the deadline passed"
      case .workerVanished: workerVanished(slot, at: moment)
      }
    if slab[slot].life.state == .dead { slab[slot].changeDetails { $0.reason = reason } }
    return transition(slot, from: old, reason: reason)
  }

  /// Takes note of a worker that vanished.
  ///
  /// - Returns: What happened, in words.
  private mutating func workerVanished(_ slot: UInt32, at moment: StoreMoment) -> String {
    let life = slab[slot].life
    let isDead = life.state == .dead
    let often = "\(life.vanished) \(life.vanished == 1 ? "time" : "times") in a row"
    let record = JobAttempt(
      number: life.attempt,
      time: moment.wall.milliseconds,
      failure: JobAttempt.vanishedFailure,
      reason: isDead ? often : "ready for another worker"
    )
    slab[slot].changeDetails { $0.history.attempts.append(record) }
    return JobAttempt.vanishedFailure + (isDead ? " \(often)" : "")
  }

  /// The description of a change that was made.
  func transition(_ slot: UInt32, from old: JobState, reason: String = "") -> JobTransition {
    let lane = lanes[slab[slot].lane].lane
    return JobTransition(
      id: JobID(rawValue: slab[slot].id),
      kind: lane.kind,
      destination: lane.destination,
      owner: owner(of: slot),
      from: old,
      to: slab[slot].life.state,
      reason: reason
    )
  }
}
