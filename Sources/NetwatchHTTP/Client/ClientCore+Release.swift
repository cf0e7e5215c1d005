import NetwatchSystem
import NetwatchCore

/// What a request that waited for connectivity may go with.
enum Release: Sendable {
  /// A permit, which must be given back to the gate with how the attempt ended.
  case permit(ReleasePermit)

  /// Nothing: it tries whether a limited connection works again.
  case canary

  /// It does not go: the longest wait is over.
  case none
}

extension ClientCore {
  /// How long to wait before looking again where observers have not been told of a loss yet.
  private static let lossPoll = Duration.milliseconds(50)

  /// Waits until a connection is assumed to be available, and the release policy lets something go.
  ///
  /// - Parameters:
  ///   - request: What is to go.
  ///   - manager: Knows of connectivity.
  ///   - limit: The longest wait; nil: none.
  /// - Returns: What it may go with, if it may.
  /// - Throws: `CancellationError`, or `ConnectivityError` where nobody watches any more.
  func release(
    of request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol,
    within limit: Duration?
  ) async throws -> Release {
    guard let limit else { return try await release(of: request, by: manager) }
    return try await release(of: request, by: manager, noLongerThan: limit)
  }

  @inline(never)
  private func release(
    of request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol,
    noLongerThan limit: Duration
  ) async throws -> Release {
    try await withThrowingTaskGroup(of: Release.self) { group in
      group.addTask { try await self.release(of: request, by: manager) }
      group.addTask {
        try await self.clocks.sleep(limit)
        return .none
      }
      let first = await group.nextResult()
      group.cancelAll()
      // The loser may have got its permit meanwhile.
      while let late = await group.nextResult() {
        if case .success(.permit(let permit)) = late { gate.ended(permit, .givenBack) }
      }
      return try first?.get() ?? .none
    }
  }

  /// While it waits for connectivity, thousands may; what comes then is apart, for the sake of their
  /// frames.
  @inline(never)
  private func release(
    of request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol
  ) async throws -> Release {
    while true {
      let began = clocks.boot()
      let hadToWait = !manager.isConnectionAssumedAvailable
      if hadToWait, try await queue(of: manager).wait() == .canary { return .canary }
      let wait = hadToWait ? began..<max(began, clocks.boot()) : nil
      if let permit = try await admission(of: request, by: manager, afterWait: wait) {
        return .permit(permit)
      }
      // A loss that observers have not been told of: there is no change to wait for yet.
      try await clocks.sleep(Self.lossPoll)
    }
  }

  /// Waits for the release policy; nil where the connection was lost meanwhile.
  @inline(never)
  private func admission(
    of request: NetworkRequest,
    by manager: any ConnectivityManagerProtocol,
    afterWait wait: Range<BootInstant>?
  ) async throws -> ReleasePermit? {
    let permit = try await gate.admission(
      to: request.destination,
      afterWait: wait,
      isUrgent: request.isUrgent
    )
    do {
      if try await manager.settledAvailability() { return permit }
    } catch {
      gate.ended(permit, .givenBack)
      throw error
    }
    gate.ended(permit, .givenBack)
    return nil
  }
}
