import NetwatchCore
import NetwatchJobs
import NetwatchTestSupport

/// A store that does what a test says before it passes a look or a turn on, and can be made to tell
/// what did not happen.
final class ScriptedStore: StoreWrapper {
  typealias Interlude = @Sendable (_ isTurn: Bool) async throws -> Void

  let store: any JobStore
  private let interlude = Lock<Interlude?>(nil)
  private let isMute = Switch(false)
  private let observers = Lock([@Sendable (StoreChange) -> Void]())

  init(_ store: any JobStore) { self.store = store }

  /// Has this done before each look and turn from now on; nil: nothing.
  func before(_ body: Interlude?) { interlude.withLock { $0 = body } }

  /// Tells nobody from now on that a running job was cancelled, as where another process did it.
  func muteRevocations() { isMute.value = true }

  /// Tells observers of a change.
  func tell(_ change: StoreChange) {
    for observer in observers.withLock({ $0 }) { observer(change) }
  }

  func turn(_ turn: StoreTurn) async throws -> StoreTurnResult {
    try await interlude.withLock({ $0 })?(true)
    return try await store.turn(turn)
  }

  func look(_ look: StoreLook) async throws -> StoreView {
    try await interlude.withLock({ $0 })?(false)
    return try await store.look(look)
  }

  func observe(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    observers.withLock { $0.append(observer) }
    return store.observe { [isMute] change in
      if case .revoked = change, isMute.value { return }
      observer(change)
    }
  }
}
