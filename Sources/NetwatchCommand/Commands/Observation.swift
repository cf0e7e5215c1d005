internal import NetwatchCore
internal import NetwatchLinux

/// A monitor that runs for as long as a question is open.
struct Observation: Sendable {
  let manager: LinuxConnectivityManager

  /// Runs the monitor until its published state meets a condition or the time is over, and then, while
  /// it still runs, makes the answer.
  ///
  /// - Parameters:
  ///   - condition: What to wait for; where it is met at once, nothing is started.
  ///   - limit: How long to wait; `nil` for as long as it takes.
  ///   - answer: Makes the answer of the state, and of whether it meets the condition.
  /// - Returns: The answer.
  /// - Throws: What the monitor or `answer` throws.
  func answer<Answer: Sendable>(
    when condition: @escaping @Sendable (ConnectivityState) -> Bool,
    within limit: Duration?,
    _ answer: (ConnectivityState, _ isMet: Bool) async throws -> Answer
  ) async throws -> Answer {
    let first = manager.current
    if condition(first) { return try await answer(first, true) }
    return try await withThrowingTaskGroup(of: ConnectivityState?.self) { group in
      group.addTask {
        try await manager.run()
        throw ConnectivityError(.ended, "the connectivity monitor ended")
      }
      group.addTask { await firstState(where: condition) }
      if let limit { group.addTask { try await wait(limit) } }
      defer { group.cancelAll() }
      let state = try await group.next() ?? nil
      return try await answer(state ?? manager.current, state != nil)
    }
  }

  private func firstState(
    where condition: @Sendable (ConnectivityState) -> Bool
  ) async -> ConnectivityState? {
    await manager.states.first { condition($0) }
  }

  private func wait(_ limit: Duration) async throws -> ConnectivityState? {
    try await Task.sleep(for: limit)
    return nil
  }
}

extension ConnectivityState {
  /// Whether nothing more is to be expected of the first round of probes.
  var isVerificationOver: Bool { level != .unverified || !probes.isEmpty }
}
