import NetwatchCore
import NetwatchSystem
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
  ///   - schedulers: The schedulers that are waited for.
  ///   - condition: What is looked at whenever they have nothing to do.
  /// - Returns: Whether it came to hold.
  /// - Throws: What the condition throws.
  func pass(
    atMost limit: Duration,
    _ schedulers: RetryScheduler...,
    until condition: () async throws -> Bool
  ) async throws -> Bool {
    try await pass(atMost: limit, schedulers, until: condition)
  }

  /// The same for many schedulers.
  func pass(
    atMost limit: Duration,
    _ schedulers: [RetryScheduler],
    until condition: () async throws -> Bool
  ) async throws -> Bool {
    let end = passed + limit
    while true {
      await quiet(schedulers)
      if try await condition() { return true }
      guard let next = clock.nextDeadline, next.offset <= end else { return false }
      advance(by: max(next.offset - passed, .zero))
    }
  }

  /// Waits until a scheduler has nothing to do before time passes.
  func quiet(_ scheduler: RetryScheduler) async { await quiet([scheduler]) }

  /// Waits until schedulers have nothing to do before time passes.
  func quiet(_ schedulers: [RetryScheduler]) async {
    while !isQuiet(schedulers) { await Task.yield() }
  }

  private func isQuiet(_ schedulers: [RetryScheduler]) -> Bool {
    guard schedulers.allSatisfy(\.isIdle) else { return false }
    // The timer that removes old jobs, and the scheduler's own where it is set: time must not pass
    // between the look at a clock and the sleep.
    let count = schedulers.reduce(0) { $0 + ($1.timer.armed == nil ? 1 : 2) }
    return clock.sleeperCount >= count && schedulers.allSatisfy(\.isIdle)
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 { duration.clampedNanoseconds }
}

extension RetryScheduler {
  /// Whether its loop waits, and nothing runs.
  fileprivate var isIdle: Bool { state.withLock { $0.loop != nil && $0.plan.running == 0 } }
}
