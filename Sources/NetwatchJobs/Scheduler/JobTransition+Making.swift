extension JobTransition {
  /// What a submission says.
  init(submitted job: NewJob, as id: JobID) {
    let options = job.options
    self.init(
      id: id,
      kind: job.kind,
      destination: options.destination,
      owner: options.owner,
      from: nil,
      to: (options.notBefore ?? .zero) > .zero ? .waiting : .ready
    )
  }

  /// What a claim says.
  init(_ job: ClaimedJob) {
    self.init(
      id: job.run.id,
      kind: job.lane.kind,
      destination: job.lane.destination,
      owner: job.owner,
      from: .ready,
      to: .running
    )
  }

  /// What a report says of a run.
  init(_ report: JobReport, of run: ActiveRun) {
    let (state, reason): (JobState, String) =
      switch report.outcome {
      case .succeeded: (.succeeded, "")
      case .again(let delay, _): (delay > .zero ? .waiting : .ready, report.lastReason)
      case .dead(let reason): (.dead, reason)
      }
    self.init(
      id: report.run.id,
      kind: run.lane.kind,
      destination: run.lane.destination,
      owner: run.owner,
      from: .running,
      to: state,
      reason: reason
    )
  }
}

extension JobReport {
  fileprivate var lastReason: String { history?.attempts.records.last?.description ?? "" }
}

extension SchedulerState.Turn {
  /// What its reports say, but for those of runs that have lost their jobs.
  func endings(without lost: [JobRun]) -> [JobTransition] {
    let lost = Set(lost)
    return zip(store.reports, runs).compactMap { report, run in
      guard let run, !lost.contains(report.run) else { return nil }
      return JobTransition(report, of: run)
    }
  }
}
