import NetwatchCore
import NetwatchJobs

/// Those who want to be told of changes.
final class StoreObservers: Sendable {
  private struct State {
    var observers: [Int: @Sendable (StoreChange) -> Void] = [:]
    var next = 0
  }

  private let state = Lock(State())

  var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

  func add(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    let id = state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
    return StoreObservation { [weak self] in
      self?.state.withLock { state in state.observers[id] = nil }
    }
  }

  func tell(_ changes: [StoreChange]) {
    guard !changes.isEmpty else { return }
    let observers = state.withLock { Array($0.observers.values) }
    for observer in observers {
      for change in changes { observer(change) }
    }
  }
}
