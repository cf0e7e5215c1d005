import NetwatchCore

/// What a request that waited for connectivity may go with.
enum Release: Sendable {
  /// A permit, which must be given back to the gate with how the attempt ended.
  case permit(ReleasePermit)

  /// Nothing: it tries whether a limited connection works again.
  case canary
}

extension ClientCore {
  /// How long to wait before looking again where observers have not been told of a loss yet.
  private static let lossPoll = Duration.milliseconds(50)

  /// Waits until a connection is assumed to be available, and the release policy lets something go.
  ///
  /// - Parameters:
  ///   - destination: Where it is to go.
  ///   - isUrgent: Whether it goes before others.
  ///   - manager: Knows of connectivity.
  ///   - limit: The longest wait; nil: none.
  /// - Returns: What it may go with; nil where the limit was reached.
  /// - Throws: `CancellationError`, or `ConnectivityError` where nobody watches any more.
  func release(
    to destination: String,
    isUrgent: Bool,
    by manager: any ConnectivityManagerProtocol,
    within limit: Duration?
  ) async throws -> Release? {
    guard let limit else {
      return try await release(to: destination, isUrgent: isUrgent, by: manager)
    }
    return try await withThrowingTaskGroup(of: Release?.self) { group in
      group.addTask {
        try await self.release(to: destination, isUrgent: isUrgent, by: manager)
      }
      group.addTask {
        try await self.clocks.sleep(limit)
        return nil
      }
      let first = await group.nextResult()
      group.cancelAll()
      // The loser may have got its permit meanwhile.
      while let late = await group.nextResult() {
        if case .success(.permit(let permit)?) = late { gate.ended(permit, .givenBack) }
      }
      return try first?.get() ?? nil
    }
  }

  private func release(
    to destination: String,
    isUrgent: Bool,
    by manager: any ConnectivityManagerProtocol
  ) async throws -> Release {
    while true {
      let began = clocks.boot()
      let hadToWait = !manager.isConnectionAssumedAvailable
      if hadToWait, try await queue(of: manager).wait() == .canary { return .canary }
      let permit = try await gate.admission(
        to: destination,
        afterWait: hadToWait ? began..<max(began, clocks.boot()) : nil,
        isUrgent: isUrgent
      )
      if try await isStillAvailable(manager, else: permit) { return .permit(permit) }
      // A loss that observers have not been told of: there is no change to wait for yet.
      try await clocks.sleep(Self.lossPoll)
    }
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
