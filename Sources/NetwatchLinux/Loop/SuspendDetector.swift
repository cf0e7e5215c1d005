internal import NetwatchCore
internal import NetwatchSystem

/// Sees that the machine was suspended by the growth of CLOCK_BOOTTIME over CLOCK_MONOTONIC, which is
/// the time spent in suspend, exactly.
struct SuspendDetector: Sendable {
  /// The two clocks cannot be read at one moment; a thread that loses its processor between the
  /// readings must not look like a suspend.
  private static let tolerance: Int64 = 250_000_000

  private let clocks: SystemClocks
  private var suspended: Int64

  init(clocks: SystemClocks) {
    self.clocks = clocks
    suspended = Self.read(clocks)
  }

  /// Whether the machine was suspended since this was asked last.
  mutating func hasResumed() -> Bool {
    let total = Self.read(clocks)
    guard total - suspended > Self.tolerance else { return false }
    suspended = total
    return true
  }

  private static func read(_ clocks: SystemClocks) -> Int64 {
    clocks.boot().nanoseconds - clocks.monotonic()
  }
}
