import NetwatchCore
import NetwatchSystem

/// The clock of a runtime, for `retry`.
struct RuntimeClock: Clock {
  private let clocks: SystemClocks

  init(_ clocks: SystemClocks) {
    self.clocks = clocks
  }

  var now: BootInstant { clocks.boot() }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: BootInstant, tolerance: Duration?) async throws {
    try await clocks.sleep(now.duration(to: deadline))
  }
}
