import NetwatchCore
import NetwatchTestSupport

/// A ``ManualClock`` that tells how many sleep on it, and the moment as a gate wants it.
struct CountingClock: Clock {
  private final class Count: Sendable {
    let sleepers = Lock(0)
  }

  let manual = ManualClock()
  private let count = Count()

  var sleeperCount: Int { count.sleepers.withLock { $0 } }
  var now: ManualClock.Instant { manual.now }
  var minimumResolution: Duration { manual.minimumResolution }

  var moment: BootInstant {
    BootInstant(nanoseconds: manual.now.offset.clampedNanoseconds)
  }

  func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
    count.sleepers.withLock { $0 += 1 }
    defer { count.sleepers.withLock { $0 -= 1 } }
    try await manual.sleep(until: deadline, tolerance: tolerance)
  }

  /// Lets time jump from sleeper to sleeper until a condition holds, or the test is out of time.
  func run(until isDone: () -> Bool) async {
    while !isDone(), !Task.isCancelled {
      if let next = manual.nextDeadline { manual.advance(by: manual.now.duration(to: next)) }
      await Task.yield()
    }
  }
}
