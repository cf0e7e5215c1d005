import NetwatchHTTP

extension ServiceClient {
  /// Hands a job in.
  ///
  /// When this returns, the job is in the service's database, and will not be lost. It is submitted
  /// once, however often the request has to be repeated because an answer was lost.
  ///
  /// One with a ``NewServiceJob/uniqueKey`` is repeated only where nothing of the request was acted on:
  /// a job that has finished no longer keeps another with its key out, and would run twice. Where the
  /// answer is lost this throws, and whether there is such a job is the caller's to ask.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - idempotencyKey: What tells that two calls mean the same job, of one or more characters of
  ///     printable ASCII; nil for a new one. It goes with no ``NewServiceJob/uniqueKey``.
  /// - Returns: The job's number.
  /// - Throws: ``ServiceError`` with the status 400 where the job is not one, 422 where the key was
  ///   used for another, 429 where the owner or destination has too many, and 507 where the store is
  ///   full.
  @discardableResult
  public func submit(
    _ job: NewServiceJob,
    idempotencyKey: String? = nil
  ) async throws -> SubmittedServiceJob {
    let document = try document(of: job)
    return try await answer(
      keyedSubmission(document, key: idempotencyKey, hasUniqueKeys: job.uniqueKey != nil)
    )
  }

  /// Hands jobs in, all or none; otherwise as ``submit(_:idempotencyKey:)-(NewServiceJob,_)``.
  ///
  /// - Parameters:
  ///   - jobs: The jobs, at most 1,000; where there are none, nothing is asked.
  ///   - idempotencyKey: What tells that two calls mean the same jobs; nil for a new one.
  /// - Returns: The jobs' numbers, in the same order.
  /// - Throws: As for one job.
  @discardableResult
  public func submit(
    _ jobs: [NewServiceJob],
    idempotencyKey: String? = nil
  ) async throws -> [SubmittedServiceJob] {
    guard !jobs.isEmpty else { return [] }
    let hasUniqueKeys = jobs.contains { $0.uniqueKey != nil }
    let document = try document(of: jobs)
    let answer: SubmittedJobs = try await answer(
      keyedSubmission(document, key: idempotencyKey, hasUniqueKeys: hasUniqueKeys)
    )
    return answer.jobs
  }

  /// Hands in a document as it stands, whatever it says: a job or a list of them.
  ///
  /// - Parameters:
  ///   - document: The JSON.
  ///   - idempotencyKey: As for jobs; without one it is sent without, and once.
  /// - Returns: The jobs' numbers.
  /// - Throws: As for one job.
  package func submit(
    document: [UInt8],
    idempotencyKey: String?
  ) async throws -> [SubmittedServiceJob] {
    let answer: SubmittedJobs = try await answer(submission(document, key: idempotencyKey))
    return answer.jobs
  }

  private func document(of jobs: some Encodable) throws(ServiceError) -> [UInt8] {
    do {
      return try ServiceJSON.encode(jobs)
    } catch {
      throw ServiceError(.invalid, "the job cannot be written as JSON: \(error)")
    }
  }

  /// The service takes no other key beside keys of jobs.
  private func keyedSubmission(
    _ document: [UInt8],
    key: String?,
    hasUniqueKeys: Bool
  ) -> NetworkRequest {
    submission(document, key: key ?? (hasUniqueKeys ? nil : IdempotencyKey.random()))
  }

  private func submission(_ document: [UInt8], key: String?) -> NetworkRequest {
    var request = request(.post, "/v1/jobs")
    request.headers.append("Content-Type", "application/json")
    request.body = .bytes(document)
    request.idempotencyKey = key
    return request
  }
}

/// What the service answers to one job, or to several.
private struct SubmittedJobs: Decodable {
  let jobs: [SubmittedServiceJob]

  private enum Key: String, CodingKey {
    case jobs
  }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    jobs =
      try object.contains(.jobs)
      ? object.decode([SubmittedServiceJob].self, forKey: .jobs)
      : [SubmittedServiceJob(from: decoder)]
  }
}
