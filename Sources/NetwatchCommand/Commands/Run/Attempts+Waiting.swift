internal import NetwatchCore
internal import NetwatchLinux

extension Attempts {
  /// Waits for what the chain has decided on.
  func wait(as decision: RetryDecision, after attempt: FinishedAttempt) async throws {
    switch decision.action {
    case .retryAfter(let delay):
      let window = decision.draw?.window ?? delay
      reporter.report(.backoff(after: attempt, delay: delay, window: window))
      try await clock.sleep(until: clock.now.advanced(by: delay))
    case .retryWhen: try await waitUntilConnected(after: attempt)
    case .noOpinion: break
    }
  }

  /// Waits until there is a connection, for those who decide too.
  func waitUntilConnected(after attempt: FinishedAttempt?) async throws {
    let start = clock.now
    let explanation = try await manager.settledState().explanation
    reporter.report(.waiting(after: attempt, explanation: explanation))
    try await manager.waitUntilAvailable()
    while try await !manager.settledAvailability() {
      // A loss that is not published yet: it is going to be, or will be over.
      try await clock.sleep(until: clock.now.advanced(by: .milliseconds(50)))
      try await manager.waitUntilAvailable()
    }
    reporter.report(.connected(after: start.duration(to: clock.now)))
  }
}
