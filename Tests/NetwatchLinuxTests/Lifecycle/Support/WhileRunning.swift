import NetwatchLinux
import NetwatchTestSupport

/// Runs a manager for as long as a closure takes, and waits for its end.
func whileRunning<Value: Sendable>(
  _ manager: LinuxConnectivityManager,
  _ body: () async throws -> Value
) async throws -> Value {
  let before = manager.counters.evaluations
  return try await withThrowingTaskGroup { group in
    group.addTask { try await manager.run() }
    // The manager watches when it has subscribed and asked the kernel once after that.
    try await eventually(within: .seconds(10)) { manager.counters.evaluations > before }
    let result = try await body()
    group.cancelAll()
    while await group.nextResult() != nil {}
    return result
  }
}
