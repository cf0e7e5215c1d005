import NetwatchClocks
import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchJobs

/// Time that passes only while a scheduler has nothing to do: a week of waiting takes seconds.
final class SimulatedTime: Sendable {
  private let clock = ManualClock()

  /// The clocks of a scheduler and its store; civil time begins on 1 January 2026.
  var clocks: SystemClocks {
    SystemClocks(
      boot: { [clock] in BootInstant(nanoseconds: Self.nanoseconds(clock.now.offset)) },
      monotonic: { [clock] in Self.nanoseconds(clock.now.offset) },
      wall: { [clock] in
        WallTime(milliseconds: 1_767_225_600_000 + Self.nanoseconds(clock.now.offset) / 1_000_000)
      },
      sleep: { [clock] in try await clock.sleepFully(for: $0) }
    )
  }

  /// How much time has passed.
  var passed: Duration { clock.now.offset }

  /// Moves time by so much at once.
  func advance(by duration: Duration) { clock.advance(by: duration) }

  /// Lets time pass until a condition holds, from one moment at which something is due to the next.
  ///
  /// - Parameters:
  ///   - limit: How much time may pass.
  ///   - scheduler: The scheduler that is waited for.
  ///   - condition: What is looked at whenever the scheduler has nothing to do.
  /// - Returns: Whether it came to hold.
  /// - Throws: What the condition throws.
  func pass(
    atMost limit: Duration,
    _ scheduler: RetryScheduler,
    until condition: () async throws -> Bool
  ) async throws -> Bool {
    let end = passed + limit
    while true {
      await quiet(scheduler)
      if try await condition() { return true }
      guard let next = clock.nextDeadline, next.offset <= end else { return false }
      advance(by: max(next.offset - passed, .zero))
    }
  }

  /// Waits until a scheduler has nothing to do before time passes.
  func quiet(_ scheduler: RetryScheduler) async {
    while !isQuiet(scheduler) { await Task.yield() }
  }

  /// Whether the scheduler waits for nothing but time, and whoever waits for time sleeps: its own timer
  /// where it is set, and the one for the removal of old jobs.
  private func isQuiet(_ scheduler: RetryScheduler) -> Bool {
    let (isParked, until) = scheduler.state.withLock {
      ($0.loop != nil && $0.plan.running == 0, $0.parkedUntil)
    }
    guard isParked else { return false }
    guard let until else { return clock.sleeperCount >= 1 }
    guard let armed = scheduler.timer.armed else { return false }
    let now = Self.nanoseconds(passed)
    return until.nanoseconds > now && armed.nanoseconds > now && clock.sleeperCount >= 2
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 { duration.clampedNanoseconds }
}
