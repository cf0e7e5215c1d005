import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchJobs

extension RetryScheduler {
  /// Runs the scheduler while a test does something, and stops it then.
  func whileRunning(_ body: () async throws -> Void) async throws {
    let task = Task { try await run() }
    let result: Result<Void, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    task.cancel()
    let end = await task.result
    try result.get()
    if case .failure(let error) = end, !(error is CancellationError) { throw error }
  }

  /// Changes what a manager says, and waits until the scheduler has heard of it.
  func see(_ manager: SettableConnectivityManager, isAvailable: Bool) async throws {
    manager.set(isAvailable: isAvailable)
    while state.withLock({ $0.plan.isAvailable }) != isAvailable { await Task.yield() }
  }
}
