import NetwatchTestSupport

extension NetworkSandbox {
  /// Runs `ip` commands in one process, without blocking a thread of the test's.
  func change(_ commands: [String]) async throws {
    try await awaitThread { [self] in try batch(commands) }
  }

  /// Runs `ip` commands in one process, without blocking a thread of the test's.
  func change(_ commands: String...) async throws { try await change(commands) }
}
