package import NetwatchCore

/// The life of one job, from its submission to its end: who may have it, and until when.
///
/// A value that reads no clock. The stores of databases do the same in SQL; this is what they are
/// compared with.
package struct JobStateMachine: Hashable, Sendable {
  // A store in memory keeps a million of these: so the counters are small, and what may be missing
  // takes no byte of its own.
  private static let never = BootInstant(nanoseconds: .min)

  /// The fencing token of the newest run; zero before the first one.
  package private(set) var token: Int64 = 0

  private var moment = Self.never
  private var attempts: Int32 = 0
  private var vanishes: Int32 = 0

  /// What the job is doing.
  package private(set) var state: JobState

  /// A job that was just submitted.
  ///
  /// - Parameter due: When it may run; nil: at once.
  package init(due: BootInstant? = nil) {
    state = due == nil ? .ready : .waiting
    until = due
  }
}

extension JobStateMachine {
  /// The attempts that count, one under way included.
  package var attempt: Int { Int(attempts) }

  /// How many runs in a row ended because the worker vanished.
  package var vanished: Int { Int(vanishes) }

  /// When it is due, for a job that waits; when its lease ends, for one that runs.
  package private(set) var until: BootInstant? {
    get { moment == Self.never ? nil : moment }
    set { moment = newValue ?? Self.never }
  }
}

extension JobStateMachine {
  /// What time can bring to a job.
  package enum Change: Hashable, Sendable {
    case becameDue, workerVanished, deadlinePassed
  }

  /// Time has passed.
  ///
  /// A job that runs is left to its worker, which ends it at the deadline, as long as the lease lasts.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - deadline: When the job has to be finished.
  ///   - vanishLimit: How many workers in a row may vanish before it is dead.
  /// - Returns: What happened; nil where nothing did.
  package mutating func timePassed(
    at now: BootInstant,
    deadline: BootInstant?,
    vanishLimit: Int
  ) -> Change? {
    let isExpired = deadline.map { $0 <= now } ?? false
    switch state {
    case .ready where isExpired, .waiting where isExpired:
      (state, until) = (.dead, nil)
      return .deadlinePassed
    case .waiting where isReached(now):
      (state, until) = (.ready, nil)
      return .becameDue
    case .running where isReached(now):
      vanishes += vanishes < .max ? 1 : 0
      (state, until) = (vanished >= max(vanishLimit, 1) ? .dead : .ready, nil)
      return .workerVanished
    default: return nil
    }
  }

  /// A worker has claimed the job, which must be ready.
  ///
  /// - Parameter lease: When the lease ends.
  /// - Returns: The token of the run.
  package mutating func claimed(until lease: BootInstant) -> Int64 {
    precondition(state == .ready, "only a job that is ready can be claimed")
    (state, until) = (.running, lease)
    attempts += attempts < .max ? 1 : 0
    token += 1
    return token
  }

  /// A worker wants to keep the job for longer.
  ///
  /// - Returns: Whether the run with this token still has it.
  package mutating func renewed(_ token: Int64, until lease: BootInstant) -> Bool {
    guard state == .running, token == self.token else { return false }
    until = lease
    return true
  }

  /// A run has ended.
  ///
  /// The token alone decides, not the lease: a report that comes late, from a run that nobody else has
  /// followed, is as good as any.
  ///
  /// - Returns: Whether the run with this token still has the job; nothing changes where it has not.
  package mutating func ended(_ token: Int64, _ outcome: JobOutcome, at now: BootInstant) -> Bool {
    guard state == .running, token == self.token else { return false }
    (vanishes, until) = (0, nil)
    switch outcome {
    case .succeeded: state = .succeeded
    case .dead: state = .dead
    case .again(let delay, let isCounted):
      if !isCounted { attempts -= 1 }
      guard delay > .zero else { state = .ready; break }
      (state, until) = (.waiting, now.advanced(by: delay))
    }
    return true
  }

  /// Somebody cancels the job.
  ///
  /// - Returns: Whether it was not finished.
  package mutating func cancelled() -> Bool {
    guard !state.isFinal else { return false }
    (state, until) = (.cancelled, nil)
    return true
  }

  /// Somebody wants the job to run now, whatever it waits for, or although it is dead or cancelled.
  ///
  /// - Returns: Whether it was one of these.
  package mutating func revived() -> Bool {
    guard [.waiting, .dead, .cancelled].contains(state) else { return false }
    (state, until, vanishes) = (.ready, nil, 0)
    return true
  }

  private func isReached(_ now: BootInstant) -> Bool { until.map { $0 <= now } ?? false }
}
