/// An attempt that took longer than it was allowed to; its kind is ``NetworkErrorType/timeout``.
public struct AttemptTimeout: NetworkErrorConvertible, Hashable, CustomStringConvertible {
  /// The time that the attempt was allowed.
  public let limit: Duration

  /// Always ``NetworkErrorType/timeout``.
  public var networkErrorType: NetworkErrorType { .timeout }

  /// One sentence with the limit.
  public var description: String { "the attempt did not end within \(limit.secondsText)" }
}

extension Clock where Duration == Swift.Duration {
  /// Runs an operation, and cancels it where it takes longer than a limit.
  ///
  /// - Throws: ``AttemptTimeout`` when the limit is reached, as soon as the operation has ended; what
  ///   the operation throws.
  func run<Success: Sendable>(
    within limit: Duration,
    _ operation: @escaping @Sendable () async throws -> Success
  ) async throws -> Success {
    guard limit > .zero else { throw AttemptTimeout(limit: limit) }
    return try await withThrowingTaskGroup(of: Success.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await operation() }
      group.addTask {
        try await self.sleepFully(for: limit)
        throw AttemptTimeout(limit: limit)
      }
      guard let success = try await group.next() else {
        preconditionFailure("a group of two tasks ended without a result")
      }
      return success
    }
  }
}
