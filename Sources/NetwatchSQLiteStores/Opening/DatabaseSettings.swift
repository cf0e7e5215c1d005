import NetwatchJobs
import NetwatchSystem

/// What a store is opened with.
struct DatabaseSettings: Sendable {
  let path: String
  let limits: JobLimits
  let clocks: SystemClocks

  /// Names the boot clock among `clocks`.
  let clockName: String
}
