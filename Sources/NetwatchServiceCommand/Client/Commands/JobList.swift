internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchSystem

/// `netwatch jobs list`: a line a job.
struct JobList: Sendable {
  /// The most that one answer of the service's brings, and one table has.
  private static let pageSize = 1_000

  let order: JobsOrder
  let session: ClientSession

  /// Prints the jobs that match, up to the limit.
  func print() async throws -> ExitStatus {
    var query = order.query
    // What has come to its end as it should is found among thousands of its like, and nobody looks for it.
    let isSelected = query.states.isEmpty && order.limit != nil
    if isSelected { query.states = [.ready, .waiting, .running, .dead] }
    let limit = order.limit ?? .max
    // One more tells whether there are more.
    query.pageSize = min(limit < .max ? limit + 1 : limit, Self.pageSize)
    try await session.ask { client in
      var rows: [ServiceJob] = []
      var count = 0
      for try await job in client.jobs(matching: query) {
        guard count < limit else {
          try flush(&rows)
          return StandardError.write("there are more; --limit or --all lists them")
        }
        count += 1
        rows.append(job)
        if session.isJSON || rows.count == Self.pageSize { try flush(&rows) }
      }
      if count == 0, !session.isJSON {
        return StandardError.write(
          isSelected
            ? "no such job waits, runs or is dead; --all lists the others too"
            : "there are no such jobs"
        )
      }
      try flush(&rows)
    }
    return .yes
  }

  private func flush(_ rows: inout [ServiceJob]) throws {
    defer { rows = [] }
    guard !rows.isEmpty else { return }
    if session.isJSON {
      for job in rows { try ClientOutput.print(json: job) }
    } else {
      try ClientOutput.print(JobTable.text(of: rows, now: SystemClocks.kernel.wall()))
    }
  }
}
