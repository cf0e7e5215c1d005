import Testing

/// Cancels some work at the moment that a closure has waited for, and says how long it took until the
/// work ended, as it must, with `CancellationError`.
func cancellationLag(
  of work: @escaping @Sendable () async throws -> some Sendable,
  sourceLocation: SourceLocation = #_sourceLocation,
  when moment: () async throws -> Void
) async throws -> Duration {
  try await withThrowingTaskGroup(of: ContinuousClock.Instant.self) { group in
    group.addTask {
      await #expect(throws: CancellationError.self, sourceLocation: sourceLocation) {
        _ = try await work()
      }
      return .now
    }
    try await moment()
    let cancelled = ContinuousClock.now
    group.cancelAll()
    let ended = try await group.next()
    return (ended ?? .now) - cancelled
  }
}
