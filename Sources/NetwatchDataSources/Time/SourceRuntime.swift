import NetwatchCore
import NetwatchSystem

/// What data sources share: clocks, a timer, and the pace after an outage.
struct SourceRuntime: Sendable {
  let clocks: SystemClocks
  let timers: TimerQueue
  let release: ConnectivityRelease
  let random: RandomSource

  init(clocks: SystemClocks, random: RandomSource = .system) {
    self.clocks = clocks
    self.random = random
    timers = TimerQueue(clocks: clocks)
    release = ConnectivityRelease(random: random, now: clocks.boot, sleep: clocks.sleep)
  }

  /// A runtime whose time is that of any clock.
  init(clock: some Clock<Duration>, random: RandomSource) {
    let start = clock.now
    self.init(
      clocks: SystemClocks(
        boot: { BootInstant(nanoseconds: 0).advanced(by: start.duration(to: clock.now)) },
        monotonic: SystemClocks.kernel.monotonic,
        wall: SystemClocks.kernel.wall,
        sleep: { try await clock.sleepFully(for: $0) }
      ),
      random: random
    )
  }

  /// That of all sources that are built without a clock of their own.
  static let shared = SourceRuntime(clocks: .kernel)
}
