internal import NetwatchCore
internal import NetwatchJobs

extension ServiceAPI {
  /// Why a job is where it is, in a sentence.
  func why(_ job: Job) -> String {
    switch job.state {
    case .ready: whyReady(job)
    case .waiting: Self.whyWaiting(job)
    case .running: "Attempt \(job.attempt) is under way."
    case .succeeded:
      job.attempt > 1
        ? "It succeeded at attempt \(job.attempt)." : "It succeeded at its first attempt."
    case .dead: "It is dead: \(job.reason ?? "nobody said why")."
    case .cancelled: "It was cancelled."
    }
  }

  private func whyReady(_ job: Job) -> String {
    switch obstacle(job) {
    case nil: "It may go, and waits for its turn."
    case .kind:
      "It waits for a program that handles jobs of the kind \(job.kind): this one does not."
    case .requirement(.route): "It waits for a route to \(job.options.destination)."
    case .requirement: "It waits for a connection to the internet."
    case .destination(let delay): Self.whyClosed(job, delay)
    }
  }

  private static func whyClosed(_ job: Job, _ delay: Duration?) -> String {
    let destination = job.options.destination
    let last = job.history.attempts.records.last.map { " Its last failure: \($0.failure)." } ?? ""
    guard let delay else {
      return "It waits for the end of an attempt that tries out \(destination).\(last)"
    }
    return "Nothing goes to \(destination) for \(text(delay)) more: all jobs for it pause together,"
      + " after failures there or when it asks for it.\(last)"
  }

  private static func whyWaiting(_ job: Job) -> String {
    let due = job.remaining.map { "in \(text($0))" } ?? "soon"
    guard let last = job.history.attempts.records.last else {
      return "It was submitted for later, and is due \(due)."
    }
    return "Attempt \(last.number) failed (\(last.failure)); the next one is due \(due)."
  }

  /// A duration as people tell it: in two digits or so, rounded up.
  private static func text(_ duration: Duration) -> String {
    let milliseconds = max(duration.clampedNanoseconds, 0) / 1_000_000
    for (unit, name) in [(1, "ms"), (1_000, "s"), (60_000, "min"), (3_600_000, "h")]
      as [(Int64, String)]
    where milliseconds < 100 * unit { return "\((milliseconds + unit - 1) / unit) \(name)" }
    return "\(milliseconds / 86_400_000 + 1) days"
  }
}
