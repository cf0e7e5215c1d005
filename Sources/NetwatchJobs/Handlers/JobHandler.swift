public import NetwatchCore

/// Does the work of one kind of job.
///
/// It may run more than once for a job, and twice at a time after a lost lease: it should make use of
/// ``JobContext/idempotencyKey`` or ``JobContext/token``. Returning is success; whatever it throws is
/// put to the interceptors, except ``PermanentJobFailure``.
public struct JobHandler: Sendable {
  /// The name of its kind.
  public let kind: String

  private let work: @Sendable ([UInt8], JobContext) async throws -> Void
  private let classifier: (@Sendable (any Error) -> NetworkErrorType?)?

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - kind: The jobs that it works on.
  ///   - classify: What kind of failure an error is, for errors that do not say it themselves; nil,
  ///     also as its answer, leaves it to the error.
  ///   - work: The work, called on no particular thread. When its task is cancelled it should end soon.
  public init<Payload>(
    _ kind: JobKind<Payload>,
    classify: (@Sendable (any Error) -> NetworkErrorType?)? = nil,
    _ work: @escaping @Sendable (Payload, JobContext) async throws -> Void
  ) {
    self.kind = kind.name
    classifier = classify
    self.work = { bytes, context in
      let payload: Payload
      do {
        payload = try kind.decode(bytes)
      } catch {
        throw PermanentJobFailure("the payload can't be read: \(error)", underlying: error)
      }
      try await work(payload, context)
    }
  }

  func run(_ job: ClaimedJob) async throws { try await work(job.payload, JobContext(job)) }

  func classify(_ error: any Error) -> NetworkErrorType? { classifier?(error) }
}
