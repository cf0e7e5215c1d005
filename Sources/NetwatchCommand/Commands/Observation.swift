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
    return try await withThrowingTaskGroup(of: Outcome.self) { group in
      group.addTask { try await manager.runUntilCancelled() }
      group.addTask { await firstState(where: condition) }
      if let limit { group.addTask { try await wait(limit) } }
      defer { group.cancelAll() }
      while true {
        switch try await group.next() {
        case .met(let state): return try await answer(state, true)
        case .timeIsOver: return try await answer(manager.current, false)
        case .ended: continue
        case nil: throw CancellationError()
        }
      }
    }
  }

  private enum Outcome {
    case met(ConnectivityState)
    case timeIsOver
    case ended
  }

  private func firstState(where condition: @Sendable (ConnectivityState) -> Bool) async -> Outcome {
    for await state in manager.states where condition(state) { return .met(state) }
    return .ended
  }

  private func wait(_ limit: Duration) async throws -> Outcome {
    try await Task.sleep(for: limit)
    return .timeIsOver
  }
}

extension LinuxConnectivityManager {
  /// Runs until the task is cancelled, and throws in any case: a monitor that ends by itself is a
  /// failure.
  func runUntilCancelled(
    reporting report: sending @escaping (ConnectivityState) -> Void = { _ in }
  ) async throws -> Never {
    try await run(reporting: report)
    throw ConnectivityError(.ended, "the connectivity monitor ended by itself")
  }
}

extension ConnectivityState {
  /// Whether nothing more is to be expected of the first round of probes.
  var isVerificationOver: Bool { level != .unverified || !probes.isEmpty }
}
