import NetwatchCore

/// Holds the attempts of one fetch back while there is no connection.
final class ConnectivityGate: Sendable {
  /// How a gate came to be open.
  enum Opening: Sendable {
    case atOnce, afterWait
  }

  private let need: ConnectivityNeed
  private let release: ConnectivityRelease
  /// Told when a wait for connectivity begins and ends.
  private let parked: @Sendable (Bool) -> Void
  /// What the next attempt goes with: the leave to be a canary is not given twice.
  private let held = Lock<ReleasePass?>(nil)

  init(
    need: ConnectivityNeed,
    runtime: SourceRuntime,
    parked: @escaping @Sendable (Bool) -> Void
  ) {
    self.need = need
    self.parked = parked
    release = runtime.release
  }

  private var manager: any ConnectivityManagerProtocol { need.manager }
  private var wish: ReleaseWish { ReleaseWish(to: need.destination, by: manager) }

  /// Waits until an attempt could be made.
  ///
  /// A permit is given back: what is done before the fetch may need one for the same destination.
  ///
  /// - Returns: Whether it had to wait.
  /// - Throws: ``PrerequisiteError`` where it has to and is not to; `ConnectivityError`;
  ///   `CancellationError`.
  func open() async throws -> Opening {
    guard try await isOffline() else { return .atOnce }
    guard need.offline == .park else {
      throw PrerequisiteError(prerequisite: ConnectivityPrerequisite(manager))
    }
    let pass = try await park()
    if case .canary = pass { held.withLock { $0 = pass } } else { giveBack(pass, .givenBack) }
    return .afterWait
  }

  /// Makes an attempt that counts: one that fails for want of a connection is made again when there is
  /// one, unless there is to be no wait.
  func attempt<Value>(_ fetch: () async throws -> Value) async throws -> Value {
    while true {
      let pass = try await pass()
      do {
        let value = try await fetch()
        giveBack(pass, .success)
        return value
      } catch {
        let failure = RetryFailure(error)
        let outcome = ReleaseOutcome(of: failure.type, retryAfter: failure.retryAfter)
        giveBack(pass, Task.isCancelled ? .givenBack : outcome)
        guard need.offline == .park, failure.isRetryable, try await isOffline() else {
          throw error
        }
      }
    }
  }

  /// Whether no attempt could be made, nor is one to be waited for.
  func isShut() async throws -> Bool {
    guard need.offline == .fail else { return false }
    return try await isOffline()
  }

  /// What an attempt goes with; nil where it goes without, because it is not to wait for a connection
  /// that was lost since the gate was opened.
  private func pass() async throws -> ReleasePass? {
    if let held = held.withLock({ $0.take() }) { return held }
    if let pass = try await release.passAtOnce(wish) { return pass }
    guard need.offline == .fail else { return try await park() }
    parked(true)
    defer { parked(false) }
    let permit = try await release.admission(of: wish)
    return permit.map { .permit($0) }
  }

  private func park() async throws -> ReleasePass {
    parked(true)
    defer { parked(false) }
    return try await release.pass(wish)
  }

  /// Whether there is something to wait for: a loss that observers have not been told of counts, and a
  /// recovery that they have not been told of does not.
  private func isOffline() async throws -> Bool {
    guard manager.isConnectionAssumedAvailable else { return true }
    return try await !manager.settledAvailability()
  }

  private func giveBack(_ pass: ReleasePass?, _ outcome: ReleaseOutcome) {
    if case .permit(let permit) = pass { release.gate.ended(permit, outcome) }
  }
}
