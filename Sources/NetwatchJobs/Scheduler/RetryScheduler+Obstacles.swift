import NetwatchCore
import NetwatchSystem

/// What a job that is ready waits for, other than its turn.
package enum JobObstacle: Hashable, Sendable {
  /// There is no handler for its kind here.
  case kind

  /// Its requirement is not met.
  case requirement(JobRequirement)

  /// Its destination is closed, or held, for so long at least; nil: until an attempt there has ended.
  case destination(Duration?)
}

extension RetryScheduler {
  /// What the ready jobs of a lane wait for here, as far as is known; nil where they may go.
  ///
  /// Those that only wait for others before them wait for nothing.
  package func obstacle(of lane: JobLane) -> JobObstacle? {
    let now = clocks.boot()
    return state.withLock { $0.plan.obstacle(of: lane, at: now) }
  }
}

extension SchedulePlan {
  func obstacle(of lane: JobLane, at now: BootInstant) -> JobObstacle? {
    guard settings.kinds.contains(lane.kind) else { return .kind }
    guard isMet(lane.requirement, lane.destination, at: now) else {
      return .requirement(lane.requirement)
    }
    guard let machine = destinations[lane.destination]?.machine else { return nil }
    switch machine.admission(at: now, isUrgent: lane.isUrgent) {
    case .now: return nil
    case .notBefore(let moment): return .destination(now.duration(to: moment))
    case .afterOutcome:
      // With a limit of one, one is all there ever is.
      return machine.window > 1 || machine.settings.limit == 1 ? nil : .destination(nil)
    }
  }
}
