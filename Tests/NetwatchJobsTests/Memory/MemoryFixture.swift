import NetwatchCore
import NetwatchJobs
import NetwatchSystem
import NetwatchTestSupport

/// Makes stores in memory, and moves their time.
struct MemoryFixture: StoreFixture {
  private let time = MovableTime()

  func makeStore(limits: JobLimits) async throws -> any JobStore {
    MemoryJobStore(limits: limits, clocks: time.clocks)
  }

  func secondStore() async throws -> (any JobStore)? { nil }

  func advance(by duration: Duration) async throws { time.advance(by: duration) }
}

/// Clocks that stand still until a test moves them.
final class MovableTime: Sendable {
  private let passed = Lock(Duration.seconds(1_000))

  func advance(by duration: Duration) { passed.withLock { $0 += duration } }

  private var nanoseconds: Int64 { passed.withLock { $0.clampedNanoseconds } }

  var clocks: SystemClocks {
    SystemClocks(
      boot: { BootInstant(nanoseconds: self.nanoseconds) },
      monotonic: { self.nanoseconds },
      wall: { WallTime(milliseconds: 1_700_000_000_000 + self.nanoseconds / 1_000_000) }
    )
  }
}
