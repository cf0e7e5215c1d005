import NetwatchCore

/// The boot clock, with a count of those who sleep on it.
struct SleepCountingClock: Clock {
  private struct Sleepers {
    var now = 0
    var most = 0
  }

  private final class Count: Sendable {
    let sleepers = Lock(Sleepers())
  }

  private let clock = ContinuousClock()
  private let count = Count()

  var now: ContinuousClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  /// The most that ever slept at the same time.
  var mostSleepers: Int { count.sleepers.withLock { $0.most } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    count.sleepers.withLock { sleepers in
      sleepers.now += 1
      sleepers.most = max(sleepers.most, sleepers.now)
    }
    defer { count.sleepers.withLock { $0.now -= 1 } }
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
