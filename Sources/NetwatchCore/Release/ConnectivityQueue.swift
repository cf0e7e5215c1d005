/// Work that waits until a connection is assumed to be available.
///
/// One of them, the leader, watches the manager; the others cost a continuation each. When the leader
/// leaves alone, another takes its place.
package final class ConnectivityQueue: Sendable {
  /// How a wait ended.
  package enum End: Sendable {
    /// With a connection.
    case available

    /// Without one: a single piece of work may try whether a limited connection works again.
    case canary
  }

  private enum Signal: Sendable {
    case lead, cancelled
    case ended(Result<Void, ConnectivityError>)
  }

  private typealias Waiter = CheckedContinuation<Signal, Never>

  private struct State {
    var hasLeader = false
    var nextID: UInt64 = 0
    var waiters: [UInt64: Waiter] = [:]
  }

  /// How soon a leader asks whether it may be a canary, doubled each time it may not.
  private static let canaryDelays = Backoff.exponential(
    initial: .seconds(1),
    maximum: .seconds(30)
  )

  private let manager: any ConnectivityManagerProtocol
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Lock(State())

  init(
    _ manager: any ConnectivityManagerProtocol,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.manager = manager
    self.sleep = sleep
  }

  /// How many wait, the leader left out.
  package var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Waits for a connection, or for the manager's leave to be a canary.
  ///
  /// - Throws: `CancellationError`, or `ConnectivityError` where nobody watches any more.
  @inline(never)
  func wait() async throws -> End {
    switch await signal() {
    case .lead: return try await lead()
    case .cancelled: throw CancellationError()
    case .ended(let result):
      try result.get()
      return .available
    }
  }

  private func signal() async -> Signal {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let signal: Signal? = state.withLock { state in
          // Looked at under the lock: a cancellation from here on finds the waiter.
          if Task.isCancelled { return .cancelled }
          guard state.hasLeader else {
            state.hasLeader = true
            return .lead
          }
          state.waiters[id] = waiter
          return nil
        }
        if let signal { waiter.resume(returning: signal) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.resume(returning: .cancelled)
    }
  }
}

// MARK: - The leader

extension ConnectivityQueue {
  @inline(never)
  private func lead() async throws -> End {
    do {
      let end = try await watch()
      if case .canary = end { resign() } else { dismiss(.success(())) }
      return end
    } catch let error as ConnectivityError {
      dismiss(.failure(error))
      throw error
    } catch {
      resign()
      throw error
    }
  }

  private func watch() async throws -> End {
    try await withThrowingTaskGroup(of: End.self) { group in
      group.addTask {
        try await self.manager.waitUntilAvailable()
        return .available
      }
      group.addTask { try await self.claim() }
      let end = try await group.next()
      group.cancelAll()
      return end ?? .available
    }
  }

  private func claim() async throws -> End {
    var count = 0
    repeat {
      try await sleep(Self.canaryDelays.window(afterRetries: count))
      count += 1
    } while !manager.claimCanary()
    return .canary
  }

  /// Makes another waiter the leader.
  private func resign() {
    let next = state.withLock { state in
      // The oldest, which needs a search; but it is one for each canary or cancelled leader.
      let id = state.waiters.keys.min()
      state.hasLeader = id != nil
      return id.flatMap { state.waiters.removeValue(forKey: $0) }
    }
    next?.resume(returning: .lead)
  }

  /// Ends the wait of all.
  private func dismiss(_ result: Result<Void, ConnectivityError>) {
    let waiters = state.withLock { state in
      defer { state.waiters = [:] }
      state.hasLeader = false
      return state.waiters
    }
    for (_, waiter) in waiters.sorted(by: { $0.key < $1.key }) {
      waiter.resume(returning: .ended(result))
    }
  }
}
