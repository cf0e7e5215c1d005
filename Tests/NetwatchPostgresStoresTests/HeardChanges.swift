import NetwatchCore
import NetwatchJobs

/// Counts what a store tells.
final class HeardChanges: Sendable {
  private let count = Lock(0)

  /// How often it was said that another may have changed something.
  var elsewhere: Int { count.withLock { $0 } }

  var hear: @Sendable (StoreChange) -> Void {
    { [self] change in
      if case .elsewhere = change { count.withLock { $0 += 1 } }
    }
  }
}
