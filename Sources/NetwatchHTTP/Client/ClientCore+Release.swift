import NetwatchCore
import NetwatchSystem

extension ClientCore {
  /// Waits until a connection is assumed to be available, and the release policy lets something go, but
  /// no longer than for a time.
  ///
  /// - Parameters:
  ///   - wish: What is to go.
  ///   - limit: The longest wait.
  /// - Returns: What it may go with; nil where the longest wait is over.
  /// - Throws: `CancellationError`, or `ConnectivityError` where nobody watches any more.
  @inline(never)
  func pass(_ wish: ReleaseWish, within limit: Duration) async throws -> ReleasePass? {
    try await withThrowingTaskGroup(of: ReleasePass?.self) { group in
      group.addTask { try await self.release.pass(wish) }
      group.addTask {
        try await self.clocks.sleep(limit)
        return nil
      }
      let first = await group.nextResult()
      group.cancelAll()
      // The loser may have got its permit meanwhile.
      while let late = await group.nextResult() {
        if case .success(.permit(let permit)) = late { release.gate.ended(permit, .givenBack) }
      }
      return try first?.get() ?? nil
    }
  }
}
