import NetwatchCore

/// What becomes of a job after a failed run, as its chain says.
struct JobRuling {
  /// What the store is told.
  let outcome: JobOutcome

  /// What the job has behind it now.
  let history: JobHistory

  /// What was waited for, where it was not a time: connectivity is known to be lost then.
  let isForConnectivity: Bool
}

/// Turns verdicts of the chain into outcomes of jobs.
///
/// A value that reads no clock and draws no number.
struct JobRules {
  /// How long a job stays away from a destination that failed it, doubled each time in a row: so that
  /// the same job is not the canary each time, and does not run in circles where others succeed.
  private static let parking = Backoff.exponential(initial: .seconds(1), maximum: .seconds(30))
    .equalJitter()

  /// How long a job waits where the budget is empty.
  private static let exhausted = Duration.seconds(1)...Duration.seconds(30)

  /// The job as it was before the run.
  let history: JobHistory
  let number: Int

  /// When the run ended, in milliseconds of civil time.
  let time: Int64

  /// Rules on a failure.
  ///
  /// - Parameters:
  ///   - failure: How the run failed.
  ///   - verdict: What the chain made of it.
  ///   - isAffordable: Whether the budget paid for a retry.
  ///   - draw: A number from [0, 1).
  /// - Returns: What becomes of the job.
  func ruling(
    on failure: RetryFailure,
    _ verdict: RetryVerdict,
    isAffordable: Bool,
    draw: Double
  ) -> JobRuling {
    guard let proposal = verdict.proposal else { return dead(failure, verdict.reason) }
    switch proposal.decision.action {
    case .noOpinion: return dead(failure, verdict.reason)
    case .retryAfter(let delay):
      let wait = isAffordable ? delay : max(delay, .interpolated(Self.exhausted, at: draw))
      let reason = isAffordable ? verdict.reason : "\(verdict.reason); the retry budget is empty"
      return again(after: wait, failure, reason, proposal.proposer, isCounted: true)
    case .retryWhen(.connectivity) where failure.needsConnectivity:
      return again(after: .zero, failure, verdict.reason, proposal.proposer, isCounted: false)
    case .retryWhen:
      // Connectivity too, for a job that would not be held until it returns.
      let count = history.retries.consecutiveRetries(of: proposal.proposer)
      let wait = Self.parking.draw(afterRetries: count, previous: nil, at: draw).delay
      return again(after: wait, failure, verdict.reason, proposal.proposer, isCounted: false)
    }
  }

  /// Ends the job.
  func dead(_ failure: RetryFailure, _ reason: String) -> JobRuling {
    let reason = reason.isEmpty ? "\(failure.type)" : reason
    return JobRuling(
      outcome: .dead(reason: reason.bounded(1_000)),
      history: appended(failure, reason),
      isForConnectivity: false
    )
  }

  private func again(
    after delay: Duration,
    _ failure: RetryFailure,
    _ reason: String,
    _ proposer: String,
    isCounted: Bool
  ) -> JobRuling {
    var history = appended(failure, reason)
    history.retries.retried(proposedBy: proposer, isCounted: isCounted)
    return JobRuling(
      outcome: .again(after: max(delay, .zero), isCounted: isCounted),
      history: history,
      isForConnectivity: !isCounted && delay == .zero
    )
  }

  private func appended(_ failure: RetryFailure, _ reason: String) -> JobHistory {
    var history = history
    let words = String(describing: failure.error)
    let kind = failure.type == .unknown ? "" : "\(failure.type): "
    history.attempts.append(
      JobAttempt(number: number, time: time, failure: kind + words, reason: reason)
    )
    return history
  }
}
