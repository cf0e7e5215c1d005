internal import NetwatchClient
internal import NetwatchCommand

/// `netwatch submit`: hands work in, and waits for its end where that is wanted.
struct SubmitCommand: Sendable {
  private let submission: SubmitOrder.Submission
  private let key: String?
  private let waitsForEnd: Bool
  private let session: ClientSession

  /// Reads the files that the command line names.
  init(_ order: SubmitOrder, _ session: ClientSession) throws {
    submission = try order.submission()
    (key, waitsForEnd, self.session) = (order.idempotencyKey, order.waitsForEnd, session)
  }

  /// Submits, and prints the numbers.
  func run() async throws -> ExitStatus {
    let submitted = try await session.ask { try await submit($0) }
    for job in submitted { try tell(job) }
    guard waitsForEnd else { return .yes }
    let ended = try await session.ask { client in
      try await JobWatch.ends(of: Set(submitted.map(\.id)), client)
    }
    for job in ended { try tell(job) }
    return ExitStatus(ended.allSatisfy { $0.state == .succeeded })
  }

  private func submit(_ client: ServiceClient) async throws -> [SubmittedServiceJob] {
    switch submission {
    case .job(let job): [try await client.submit(job, idempotencyKey: key)]
    case .document(let bytes):
      try await client.submit(document: bytes, idempotencyKey: key)
    }
  }

  private func tell(_ job: SubmittedServiceJob) throws {
    if session.isJSON { return try ClientOutput.print(json: job) }
    try ClientOutput.print("\(job.id)")
    if job.duplicate { StandardError.write("job \(job.id) was there already") }
  }

  private func tell(_ job: ServiceJob) throws {
    if session.isJSON { return try ClientOutput.print(json: job) }
    guard job.state != .succeeded else { return }
    let reason = (job.reason ?? job.lastFailure).map { ": \($0)" } ?? ""
    StandardError.write("job \(job.id) is \(job.state)\(reason)")
  }
}
