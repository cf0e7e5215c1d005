import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

/// Random sequences of whatever may happen to a data source, against a simple model of its rules.
@Suite(.timeLimit(.minutes(2)))
struct ModelTests {
  @Test(arguments: [UInt64(0), 2500, 5000, 7500])
  func `the machine does what the model does`(_ first: UInt64) async {
    await compare(first..<first + 2500, steps: 60) { MachineTrial($0) }
  }

  @Test(arguments: [UInt64(20_000), 20_200, 20_400])
  func `a data source does what the model does`(_ first: UInt64) async {
    await compare(first..<first + 200, steps: 50, isPersisted: false) { LiveTrial($0) }
  }

  /// Stops at the first scenario that is not replayed as the model has it, and shows it shortened.
  private func compare<Trial: SourceTrial>(
    _ seeds: Range<UInt64>,
    steps: Int,
    isPersisted: Bool? = nil,
    _ trial: (SourceScenario) -> Trial
  ) async {
    func replay(_ scenario: SourceScenario) async -> SourceDisagreement? {
      var replay = SourceReplay(scenario, trial(scenario))
      return await replay.run()
    }
    for seed in seeds {
      var scenario = SourceScenario(seed: seed, steps: steps)
      if let isPersisted { scenario.rules.isPersisted = isPersisted }
      guard let found = await replay(scenario) else { continue }
      // One that has to be waited for would be tried again and again for too long.
      let isQuick = Trial.self == MachineTrial.self
      Issue.record("\(isQuick ? await found.shrunk(by: replay) : found.cut())")
      return
    }
  }
}
