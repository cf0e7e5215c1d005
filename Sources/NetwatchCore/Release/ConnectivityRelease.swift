/// What work that waited for connectivity may go with.
package enum ReleasePass: Sendable {
  /// A permit, which must be given back to the gate with how the attempt ended.
  case permit(ReleasePermit)

  /// Nothing: it tries whether a limited connection works again.
  case canary
}

/// What waits to be let go.
///
/// An object, so that the tasks which wait hold a pointer.
package final class ReleaseWish: Sendable {
  let destination: String
  let manager: any ConnectivityManagerProtocol
  let isUrgent: Bool

  /// - Parameters:
  ///   - destination: The unit of pacing.
  ///   - manager: Knows of connectivity.
  ///   - isUrgent: Whether to go before others, and without the delay that spreads a fleet.
  package init(
    to destination: String,
    by manager: any ConnectivityManagerProtocol,
    isUrgent: Bool = false
  ) {
    (self.destination, self.manager, self.isUrgent) = (destination, manager, isUrgent)
  }
}

/// Holds work back until a manager assumes that a connection is available, and lets it go then at the
/// pace of a gate.
package final class ConnectivityRelease: Sendable {
  /// How long to wait before looking again where observers have not been told of a loss yet.
  private static let lossPoll = Duration.milliseconds(50)

  /// The pace of every destination.
  package let gate: ReleaseGate

  private let now: @Sendable () -> BootInstant
  private let sleep: @Sendable (Duration) async throws -> Void

  /// A manager's queue, and how many use it; it goes with the last of them.
  private struct UsedQueue {
    let queue: ConnectivityQueue
    var users = 0
  }

  /// By the identity of their managers.
  private let queues = Lock<[ObjectIdentifier: UsedQueue]>([:])

  /// - Parameters:
  ///   - settings: The pace of every destination.
  ///   - random: Where the delays are drawn from.
  ///   - now: Tells the moment, on the clock that `sleep` sleeps on.
  ///   - sleep: Sleeps for any time; throws `CancellationError`.
  package init(
    settings: ReleaseSettings = ReleaseSettings(),
    random: RandomSource = .system,
    now: @escaping @Sendable () -> BootInstant,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.sleep = sleep
    gate = ReleaseGate(settings: settings, random: random, now: now, sleep: sleep)
  }

  /// How many wait for a manager's word, the one that watches it left out.
  package func waiterCount(at manager: any ConnectivityManagerProtocol) -> Int {
    let id = ObjectIdentifier(manager)
    return queues.withLock { $0[id]?.queue }?.waiterCount ?? 0
  }

  /// What may go at once; nil where it has to wait, be it for connectivity or for its destination.
  ///
  /// - Throws: `CancellationError`.
  package func passAtOnce(_ wish: ReleaseWish) async throws -> ReleasePass? {
    guard wish.manager.isConnectionAssumedAvailable,
      let permit = gate.permitAtOnce(to: wish.destination),
      let confirmed = try await confirmed(permit, by: wish.manager)
    else { return nil }
    return .permit(confirmed)
  }

  /// Waits until a connection is assumed to be available, and the release policy lets something go.
  ///
  /// While it waits for connectivity, thousands may; what comes then is apart, for the sake of their
  /// frames.
  ///
  /// - Parameter wish: What waits.
  /// - Returns: What it may go with.
  /// - Throws: `CancellationError`, or `ConnectivityError` where nobody watches any more.
  @inline(never)
  package func pass(_ wish: ReleaseWish) async throws -> ReleasePass {
    while true {
      let began = now()
      let hadToWait = !wish.manager.isConnectionAssumedAvailable
      if hadToWait {
        let queue = enterQueue(of: wish.manager)
        defer { leaveQueue(of: wish.manager) }
        if try await queue.wait() == .canary { return .canary }
      }
      if let permit = try await admission(of: wish, afterWait: hadToWait ? began : nil) {
        return .permit(permit)
      }
      // A loss that observers have not been told of: there is no change to wait for yet.
      try await sleep(Self.lossPoll)
    }
  }

  /// Waits for the release policy.
  ///
  /// - Parameters:
  ///   - wish: What waits.
  ///   - beginning: From when on it really waited for connectivity; nil where it did not.
  /// - Returns: A permit; nil where there is no connection, or none any more.
  /// - Throws: `CancellationError`.
  @inline(never)
  package func admission(
    of wish: ReleaseWish,
    afterWait beginning: BootInstant? = nil
  ) async throws -> ReleasePermit? {
    let wait = beginning.map { $0..<max($0, now()) }
    let permit = try await gate.admission(
      to: wish.destination,
      afterWait: wait,
      isUrgent: wish.isUrgent
    )
    return try await confirmed(permit, by: wish.manager)
  }

  /// Returns a permit, or gives it back where the connection was lost meanwhile.
  private func confirmed(
    _ permit: ReleasePermit,
    by manager: any ConnectivityManagerProtocol
  ) async throws -> ReleasePermit? {
    do {
      if try await manager.settledAvailability() { return permit }
    } catch {
      gate.ended(permit, .givenBack)
      throw error
    }
    gate.ended(permit, .givenBack)
    return nil
  }

  private func enterQueue(of manager: any ConnectivityManagerProtocol) -> ConnectivityQueue {
    let id = ObjectIdentifier(manager)
    return queues.withLock { queues in
      var used = queues[id] ?? UsedQueue(queue: ConnectivityQueue(manager, sleep: sleep))
      used.users += 1
      queues[id] = used
      return used.queue
    }
  }

  private func leaveQueue(of manager: any ConnectivityManagerProtocol) {
    let id = ObjectIdentifier(manager)
    queues.withLock { queues in
      queues[id]?.users -= 1
      if queues[id]?.users == 0 { queues[id] = nil }
    }
  }
}
