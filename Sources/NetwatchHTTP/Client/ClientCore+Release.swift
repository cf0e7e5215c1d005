import NetwatchCore

extension ClientCore {
  /// How long to wait before looking again where observers have not been told of a loss yet.
  private static let lossPoll = Duration.milliseconds(50)

  /// Waits until a connection is assumed to be available, and the release policy lets a request go.
  ///
  /// - Returns: The permit, which must be given back to the gate with how the attempt ended.
  /// - Throws: `CancellationError`, or `ConnectivityError` where nobody watches any more.
  func release(
    of request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol
  ) async throws -> ReleasePermit {
    let destination = request.destination
    while true {
      let outage = try await outage(by: manager)
      let permit = try await gate.admission(
        to: destination,
        afterWait: outage,
        isUrgent: request.isUrgent
      )
      if try await isStillAvailable(manager, else: permit) { return permit }
      // A loss that observers have not been told of: there is no change to wait for yet.
      try await clocks.sleep(Self.lossPoll)
    }
  }

  /// The same, but not for longer than a limit: then nil.
  func release(
    of request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol,
    within limit: Duration
  ) async throws -> ReleasePermit? {
    try await withThrowingTaskGroup(of: ReleasePermit?.self) { group in
      group.addTask { try await self.release(of: request, by: manager) }
      group.addTask {
        try await self.clocks.sleep(limit)
        return nil
      }
      let first = await group.nextResult()
      group.cancelAll()
      // The loser may have got its permit meanwhile.
      while let late = await group.nextResult() {
        if case .success(let permit?) = late { gate.ended(permit, .givenBack) }
      }
      return try first?.get() ?? nil
    }
  }

  /// Waits for connectivity where there is none.
  ///
  /// - Returns: When the wait began and ended; nil where there was nothing to wait for.
  private func outage(
    by manager: any ConnectivityManagerProtocol
  ) async throws -> Range<BootInstant>? {
    guard !manager.isConnectionAssumedAvailable else { return nil }
    let began = clocks.boot()
    try await manager.waitUntilAvailable()
    return began..<max(began, clocks.boot())
  }

  private func isStillAvailable(
    _ manager: any ConnectivityManagerProtocol,
    else permit: ReleasePermit
  ) async throws -> Bool {
    do {
      if try await manager.settledAvailability() { return true }
    } catch {
      gate.ended(permit, .givenBack)
      throw error
    }
    gate.ended(permit, .givenBack)
    return false
  }
}
