/// What came of submitting a job.
public struct SubmittedServiceJob: Codable, Hashable, Sendable {
  /// The job's number.
  public var id: Int64

  /// What tells the server of an `http` job that two attempts are one request.
  public var idempotencyKey: String?

  /// Whether the job was there already, so that nothing was added.
  public var duplicate: Bool
}
