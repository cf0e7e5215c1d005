internal import NetwatchCore

/// Wakes those who wait for the end of what one of them does for all.
///
/// Whoever finds it under way has taken ``latest`` before they looked, and so misses no end of it.
final class Endings: Sendable {
  private let count = Lock<UInt64>(0)
  private let broadcast = StateBroadcast<UInt64>(0)

  /// Names the last end.
  var latest: UInt64 { broadcast.current }

  /// How many wait for the next.
  var waiterCount: Int { broadcast.waiterCount }

  /// Has all look again.
  func announce() {
    let wakening = count.withLock { count in
      count += 1
      return broadcast.publish(count)
    }
    wakening.wakeAll()
  }

  /// Returns once something has ended since an end.
  func next(after ending: UInt64) async throws(CancellationError) {
    for await latest in broadcast.values where latest != ending { return }
    throw CancellationError()
  }
}
