extension Clock where Duration == Swift.Duration {
  /// Sleeps for any length of time: none at all where it is zero or less, for ever where it is longer
  /// than clocks can count.
  ///
  /// The process dies when a clock is told to sleep for more than it can count; so a long sleep is
  /// made of shorter ones, and measured from its beginning.
  ///
  /// - Throws: `CancellationError` when the task is cancelled, before or meanwhile; nothing is left
  ///   behind.
  package func sleepFully(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let start = now
    var remaining = duration
    while remaining > .zero {
      try await sleep(for: min(remaining, .longestSleep))
      remaining = duration - max(start.duration(to: now), .zero)
    }
  }
}

extension Duration {
  /// A year: short enough for every clock, and for its deadline.
  fileprivate static let longestSleep = Duration.seconds(365 * 86_400)
}
