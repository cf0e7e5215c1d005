import NetwatchCore
import NetwatchJobs

/// Who is told of the changes of a store.
final class StoreObservers: Sendable {
  typealias Observer = @Sendable (StoreChange) -> Void

  private struct State {
    var observers: [Int: Observer] = [:]
    var lastNumber = 0
  }

  private let state = Lock(State())

  /// Has an observer told until what is returned is let go of.
  func add(_ observer: @escaping Observer) -> StoreObservation {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.observers[state.lastNumber] = observer
      return state.lastNumber
    }
    return StoreObservation { [self] in
      state.withLock { $0.observers[number] = nil }
    }
  }

  /// Tells everybody of changes.
  func tell(_ changes: [StoreChange]) {
    guard !changes.isEmpty else { return }
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers {
      for change in changes { observer(change) }
    }
  }
}
