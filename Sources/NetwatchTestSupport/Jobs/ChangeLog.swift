import NetwatchCore
import NetwatchJobs

/// Keeps what a store tells an observer.
final class ChangeLog: Sendable {
  private let lines = Lock<[String]>([])

  /// What was told since the last call, in words.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }

  /// Begins to listen to a store.
  func observe(_ store: any JobStore) -> StoreObservation {
    store.observe { [self] change in
      guard let words = Self.words(for: change) else { return }
      lines.withLock { $0.append(words) }
    }
  }

  /// Nil for a hint that says nothing of this process.
  private static func words(for change: StoreChange) -> String? {
    switch change {
    case .ready(let lane): "\(lane.kind) to \(lane.destination)"
    case .due(let delay): "due in \((delay + .milliseconds(500)).components.seconds) s"
    case .revoked(let id): "revoked \(id)"
    case .elsewhere: nil
    }
  }
}
