import NetwatchCore
import NetwatchSystem

extension RetryScheduler {
  /// Runs a job that was claimed.
  func begin(_ job: ClaimedJob) {
    // Owned by the state: it is cancelled with the run, and ends by reporting to it.
    let task = Task { await run(job) }
    if state.withLock({ $0.started(job.run, task) }) { task.cancel() }
  }

  private func run(_ job: ClaimedJob) async {
    guard let handler = handlers[job.lane.kind] else { return giveBack(job) }
    do {
      try await handler.run(job)
      chain.completed(RetryAttempt(number: job.attempt, failure: nil))
      budget?.succeeded(after: permits.withLock { $0.removeValue(forKey: job.run.id) })
      ended(job, .succeeded, .success)
    } catch {
      await failed(job, error, handler)
    }
  }

  private func failed(_ job: ClaimedJob, _ error: any Error, _ handler: JobHandler) async {
    let failure = RetryFailure(
      error,
      type: handler.classify(error),
      needsConnectivity: job.lane.requirement == .internet
    )
    let rules = rules(for: job)
    switch state.withLock({ $0.stop(of: job.run) }) {
    case .revoked: return ended(job, nil, .givenBack)
    case .shutdown: return giveBack(job)
    case .deadline: return ended(job, rules.dead(failure, "the deadline passed"), .givenBack)
    case nil: break
    }
    let outcome = ReleaseOutcome(of: failure.type, retryAfter: failure.retryAfter)
    chain.completed(RetryAttempt(number: job.attempt, failure: failure))
    if let permanent = error as? PermanentJobFailure {
      return ended(job, rules.dead(failure, permanent.reason), .success)
    }
    guard failure.type != .cancelled else {
      let reason = "the handler threw CancellationError, but nobody cancelled the job"
      return ended(job, rules.dead(failure, reason), .givenBack)
    }
    await decide(job, failure, outcome)
  }

  private func decide(
    _ job: ClaimedJob,
    _ failure: RetryFailure,
    _ outcome: ReleaseOutcome
  ) async {
    let rules = rules(for: job)
    do {
      let verdict = try await chain.decide(failure, history: job.history.retries)
      let (isAffordable, permit) = pay(for: verdict, failure)
      keep(permit, of: job.run.id)
      let ruling = rules.ruling(
        on: failure,
        verdict,
        isAffordable: isAffordable,
        draw: random.next()
      )
      ended(job, ruling, outcome)
    } catch {
      switch state.withLock({ $0.stop(of: job.run) }) {
      case .revoked: ended(job, nil, outcome)
      case .shutdown, .deadline: giveBack(job)
      // The monitor has ended, and run() is about to.
      case nil where error is ConnectivityError: giveBack(job)
      case nil: ended(job, rules.dead(failure, "an interceptor failed: \(error)"), outcome)
      }
    }
  }

  /// Only a retry after a time is paid for: waits are no load.
  func pay(
    for verdict: RetryVerdict,
    _ failure: RetryFailure
  ) -> (isAffordable: Bool, permit: RetryBudget.Permit?) {
    guard let budget, case .retryAfter? = verdict.proposal?.decision.action else {
      return (true, nil)
    }
    let permit = budget.admit(failure)
    return (permit != nil, permit)
  }

  private func keep(_ permit: RetryBudget.Permit?, of job: JobID) {
    guard budget != nil else { return }
    permits.withLock { permits in
      // Most of so many were cancelled, or went to another worker.
      if permits.count >= Self.permitLimit { permits = [:] }
      permits[job] = permit
    }
  }

  private static let permitLimit = 10_000

  private func rules(for job: ClaimedJob) -> JobRules {
    JobRules(history: job.history, number: job.attempt, time: clocks.wall().milliseconds)
  }

  private func giveBack(_ job: ClaimedJob) {
    ended(job, .again(after: .zero, isCounted: false), .givenBack)
  }

  private func ended(_ job: ClaimedJob, _ ruling: JobRuling?, _ release: ReleaseOutcome) {
    let report = ruling.map { JobReport(run: job.run, outcome: $0.outcome, history: $0.history) }
    ended(job, report, release, metLoss: ruling?.isForConnectivity ?? false)
  }

  private func ended(_ job: ClaimedJob, _ outcome: JobOutcome, _ release: ReleaseOutcome) {
    ended(job, JobReport(run: job.run, outcome: outcome), release, metLoss: false)
  }

  private func ended(
    _ job: ClaimedJob,
    _ report: JobReport?,
    _ release: ReleaseOutcome,
    metLoss: Bool
  ) {
    let now = clocks.boot()
    update { state in
      if metLoss { state.plan.lossMet(at: now) }
      state.ended(job.run, report, release, at: now, draw: random.next)
    }
  }
}
