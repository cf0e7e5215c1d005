import NetwatchCore

/// An observer that keeps all that it is told, and when.
final class StateRecorder: Sendable {
  /// A state and the moment at which it arrived.
  struct Entry: Sendable {
    let state: ConnectivityState
    let time: ContinuousClock.Instant
  }

  private let storage = Lock<[Entry]>([])

  /// Reads a stream to its end.
  func consume(_ states: ConnectivityStates) async {
    for await state in states {
      storage.withLock { $0.append(Entry(state: state, time: .now)) }
    }
  }

  var entries: [Entry] { storage.withLock { $0 } }

  var states: [ConnectivityState] { entries.map(\.state) }

  var sights: [Sight] { states.map(Sight.init) }

  /// How many states were published after the first, which every observer gets.
  var changes: Int { entries.count - 1 }
}
