import NetwatchCore

/// A clock whose time moves only when a test says so.
///
/// A test first awaits ``sleepers(atLeast:)``, so that it knows the code under test has gone to
/// sleep, and then calls ``advance(by:)``: nothing depends on how fast the machine is.
package final class ManualClock: Clock, Sendable {
  /// A moment, told by how far the clock has been advanced since it was made.
  package struct Instant: InstantProtocol {
    package let offset: Duration

    package init(offset: Duration) { self.offset = offset }

    package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    package func duration(to other: Self) -> Duration { other.offset - offset }
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private let state = Lock(ManualClockState())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// When the next sleeper is due, or `nil` where nobody sleeps.
  package var nextDeadline: Instant? { state.withLock { $0.nextDeadline } }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        register(.init(deadline: deadline, continuation: continuation), as: id)
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// How many tasks sleep on this clock.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Suspends until so many tasks sleep on this clock.
  ///
  /// It also returns when the waiting task is cancelled, so that a test that waits in vain ends at
  /// its time limit instead of hanging.
  package func sleepers(atLeast count: Int = 1) async {
    let id = state.withLock { $0.makeID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(.init(count: count, continuation: continuation), as: id)
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
    }
  }

  /// Moves time forward, and wakes every sleeper whose moment has come, the earliest first.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      return state.takeDueSleepers()
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  private func register(_ sleeper: ManualClockState.Sleeper, as id: Int) {
    enum Outcome { case asleep([ManualClockState.Waiter]), due, cancelled }
    let outcome: Outcome = state.withLock { state in
      // Looked at under the lock: a cancellation from here on finds the sleeper registered.
      if Task.isCancelled { return .cancelled }
      if sleeper.deadline <= state.now { return .due }
      state.sleepers[id] = sleeper
      return .asleep(state.takeSatisfiedWaiters())
    }
    switch outcome {
    case .asleep(let waiters): for waiter in waiters { waiter.continuation.resume() }
    case .due: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    }
  }

  private func wait(_ waiter: ManualClockState.Waiter, as id: Int) {
    let isSatisfied = state.withLock { state in
      if Task.isCancelled || state.sleepers.count >= waiter.count { return true }
      state.waiters[id] = waiter
      return false
    }
    if isSatisfied { waiter.continuation.resume() }
  }
}
