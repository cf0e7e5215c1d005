import NetwatchJobs

/// Calls that are done in one transaction.
struct Batch {
  let calls: [Call]

  /// Since when the one that came first has waited.
  let since: ContinuousClock.Instant

  /// What tells the server whether it has done this already.
  let number: Int64

  /// How often it has failed.
  var failures = 0

  init(_ calls: [Call], since: ContinuousClock.Instant, number: Int64) {
    self.calls = calls
    self.since = since
    self.number = number
  }

  /// Whether nobody waits any more.
  var isOver: Bool { calls.allSatisfy(\.isOver) }

  func statement(_ fence: Fence, _ statements: Statements) -> Statement {
    if case .request(let request) = calls.first { return request.statement(fence) }
    return statements.submit(submissions.flatMap(\.jobs), fence)
  }

  func succeed(_ result: PostgresResult) {
    if case .request(let request) = calls.first { return request.succeed(result) }
    var receipts = result.array(0, 0, of: Int64.self)[...]
    for submission in submissions {
      let own = receipts.prefix(submission.jobs.count)
      receipts = receipts.dropFirst(own.count)
      submission.waiter.settle(.success(own.map(JobReceipt.init)))
    }
  }

  func fail(_ error: any Error) {
    for call in calls { call.fail(error) }
  }

  private var submissions: [Submission] {
    calls.compactMap { if case .submit(let submission) = $0 { submission } else { nil } }
  }
}

extension JobReceipt {
  /// Reads the number that the function `add_jobs` returns.
  fileprivate init(_ number: Int64) {
    self.init(
      id: JobID(rawValue: Int64(clamping: number.magnitude)),
      isDuplicate: number < 0
    )
  }
}
