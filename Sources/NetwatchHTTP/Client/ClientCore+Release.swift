import NetwatchCore
import NetwatchSystem

extension ClientCore {
  /// Waits until a connection is assumed to be available, and the release policy lets something go.
  ///
  /// - Parameters:
  ///   - request: What is to go.
  ///   - manager: Knows of connectivity.
  ///   - limit: The longest wait; nil: none.
  /// - Returns: What it may go with; nil where the longest wait is over.
  /// - Throws: `CancellationError`, or `ConnectivityError` where nobody watches any more.
  func pass(
    for request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol,
    within limit: Duration?
  ) async throws -> ReleasePass? {
    guard let limit else {
      return try await release.pass(
        to: request.destination,
        by: manager,
        isUrgent: request.isUrgent
      )
    }
    return try await pass(for: request, by: manager, noLongerThan: limit)
  }

  @inline(never)
  private func pass(
    for request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol,
    noLongerThan limit: Duration
  ) async throws -> ReleasePass? {
    try await withThrowingTaskGroup(of: ReleasePass?.self) { group in
      group.addTask { try await self.pass(for: request, by: manager, within: nil) }
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
