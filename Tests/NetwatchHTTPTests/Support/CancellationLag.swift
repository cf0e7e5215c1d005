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

/// How long a cancelled request may take to end.
let cancellationLimit = Duration.milliseconds(50)

/// The shortest lag of five tries, each cancelled at the moment that the closure, told the number of
/// the try from 1 on, has waited for.
///
/// A busy machine makes single ones late; what is always late is so by itself.
func shortestCancellationLag(
  of work: @escaping @Sendable () async throws -> some Sendable,
  sourceLocation: SourceLocation = #_sourceLocation,
  when moment: (Int) async throws -> Void
) async throws -> Duration {
  var shortest = Duration.seconds(60)
  for number in 1...5 {
    let lag = try await cancellationLag(of: work, sourceLocation: sourceLocation) {
      try await moment(number)
    }
    shortest = min(shortest, lag)
  }
  return shortest
}
