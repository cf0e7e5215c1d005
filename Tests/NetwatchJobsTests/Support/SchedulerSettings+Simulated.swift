import NetwatchCore

@testable import NetwatchJobs

extension SchedulerSettings {
  /// The same in simulated time, with draws that are known.
  func simulated(_ time: SimulatedTime, random: RandomSource = .constant(0.5)) -> Self {
    var settings = self
    settings.clocks = time.clocks
    settings.random = random
    return settings
  }
}
