import NetwatchCore

/// Those who are told of the changes of a store.
package final class StoreObservers: Sendable {
  private struct State {
    var observers: [Int: @Sendable (StoreChange) -> Void] = [:]
    var lastNumber = 0
  }

  private let state = Lock(State())

  package init() {}

  /// Whether there is nobody to tell.
  package var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

  /// Has an observer told until what is returned is let go of.
  package func add(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = observer
      return state.lastNumber
    }
    return StoreObservation { [weak self] in
      // Let go of outside the lock: what it holds may want to end an observation too.
      _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
    }
  }

  /// Tells everybody of changes.
  package func tell(_ changes: [StoreChange]) {
    guard !changes.isEmpty else { return }
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers {
      for change in changes { observer(change) }
    }
  }
}
