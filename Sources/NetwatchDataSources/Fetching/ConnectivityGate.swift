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
    if need.offline == .fail, try await isOffline() {
      throw PrerequisiteError(prerequisite: ConnectivityPrerequisite(manager))
    }
    if let pass = try await release.passAtOnce(to: need.destination, by: manager) { return pass }
    parked(true)
    defer { parked(false) }
    return try await release.pass(to: need.destination, by: manager)
  }

  /// Whether there is something to wait for: a loss that observers have not been told of counts, and a
  /// recovery that they have not been told of does not.
  private func isOffline() async throws -> Bool {
    guard manager.isConnectionAssumedAvailable else { return true }
    return try await !manager.settledAvailability()
  }

  private func giveBack(_ pass: ReleasePass, _ outcome: ReleaseOutcome) {
    if case .permit(let permit) = pass { release.gate.ended(permit, outcome) }
  }
}
