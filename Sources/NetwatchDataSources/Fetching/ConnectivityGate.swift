import NetwatchCore

/// Holds the attempts of one fetch back while there is no connection.
struct ConnectivityGate: Sendable {
  let need: ConnectivityNeed
  let runtime: SourceRuntime
  /// Told when a wait for connectivity begins and ends.
  let parked: @Sendable (Bool) -> Void

  private var manager: any ConnectivityManagerProtocol { need.manager }
  private var release: ConnectivityRelease { runtime.release }

  /// Makes an attempt that counts: one that fails for want of a connection is made again when there is
  /// one.
  func attempt<Value>(_ fetch: () async throws -> Value) async throws -> Value {
    while true {
      let pass = try await pass()
      do {
        let value = try await fetch()
        giveBack(pass, .success)
        return value
      } catch {
        let failure = RetryFailure(error)
        giveBack(pass, ReleaseOutcome(of: failure.type, retryAfter: failure.retryAfter))
        guard failure.isRetryable, try await isOffline() else { throw error }
      }
    }
  }

  private func pass() async throws -> ReleasePass {
    if try await !isOffline(),
      let permit = try await release.admission(to: need.destination, by: manager)
    {
      return .permit(permit)
    }
    guard need.offline == .park else {
      throw PrerequisiteError(prerequisite: ConnectivityPrerequisite(manager))
    }
    parked(true)
    defer { parked(false) }
    return try await release.pass(to: need.destination, by: manager)
  }

  private func isOffline() async throws -> Bool {
    try await !manager.settledAvailability()
  }

  private func giveBack(_ pass: ReleasePass, _ outcome: ReleaseOutcome) {
    if case .permit(let permit) = pass { release.gate.ended(permit, outcome) }
  }
}
