internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs
internal import NetwatchText

extension ServiceAPI {
  /// Answers `POST /v1/jobs`.
  func submit(_ request: ServerRequest, _ caller: Caller) async throws(Problem) -> ServerResponse {
    try MediaType.requireJSON(request.headers)
    let key = try IdempotencyKey(request.headers)
    let (submitted, isList) = try Self.jobs(in: request.body)
    let jobs = try newJobs(submitted, caller, key)
    let accepted =
      if let key { try await accept(jobs, key, caller) } else { try await accept(jobs, caller) }
    note("submitted", request, caller, accepted.map(\.receipt.id))
    let names = try await idempotencyKeys(of: accepted, jobs)
    return Self.answer(accepted.map(\.receipt), names, isList: isList)
  }

  private static func jobs(
    in body: [UInt8]
  ) throws(Problem) -> (jobs: [SubmittedJob], isList: Bool) {
    do throws(JobRefusal) {
      return try SubmittedJob.decodeAll(body)
    } catch {
      throw Problem(error)
    }
  }

  private func newJobs(
    _ submitted: [SubmittedJob],
    _ caller: Caller,
    _ key: IdempotencyKey?
  ) throws(Problem) -> [NewJob] {
    var jobs: [NewJob] = []
    jobs.reserveCapacity(submitted.count)
    let maker = kinds.maker
    for (index, submitted) in submitted.enumerated() {
      do throws(JobRefusal) {
        var job = try maker.newJob(submitted, owner: caller.owner)
        try StoredKey.set(of: &job, caller, key, index: index, at: submitted.path)
        jobs.append(job)
      } catch {
        throw Problem(error)
      }
    }
    return jobs
  }

  /// Stores jobs, all or none.
  func accept(_ jobs: [NewJob], _ caller: Caller) async throws(Problem) -> [AcceptedJob] {
    let receipts = try await quotas.admit(
      QuotaBook.Amounts(jobs),
      areStored: { receipts in receipts.contains { !$0.isDuplicate } }
    ) { () async throws(Problem) in
      try await stored { try await self.scheduler.submit(jobs) }
    }
    return receipts.map { AcceptedJob($0, in: store) }
  }

  private static func answer(
    _ receipts: [JobReceipt],
    _ names: [String],
    isList: Bool
  ) -> ServerResponse {
    let status = receipts.allSatisfy(\.isDuplicate) ? 200 : 201
    guard !isList, let receipt = receipts.first, let name = names.first else {
      return .object(status: status) { json in
        json.array("jobs") { json in
          for (receipt, name) in zip(receipts, names) {
            json.beginObject()
            json.members(of: receipt, name)
            json.endObject()
          }
        }
      }
    }
    let location = ServerHeader(own: "Location", "/v1/jobs/\(receipt.id)")
    return .object(status: status, headers: [location]) { $0.members(of: receipt, name) }
  }
}

extension TextBuffer {
  fileprivate mutating func members(of receipt: JobReceipt, _ idempotencyKey: String) {
    member("id", receipt.id.rawValue)
    member("idempotencyKey", idempotencyKey)
    member("duplicate", receipt.isDuplicate)
  }
}
