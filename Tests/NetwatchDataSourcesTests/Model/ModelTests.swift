import NetwatchCore
import NetwatchTestSupport
import Testing

@testable import NetwatchDataSources

/// Random sequences of whatever may happen to a data source, against a simple model of its rules.
@Suite(.timeLimit(.minutes(2)))
struct ModelTests {
  @Test(arguments: [UInt64(0), 1, 2, 3])
  func `the machine does what the model does`(_ part: UInt64) async {
    for seed in part * 2500..<(part + 1) * 2500 {
      let scenario = SourceScenario(seed: seed, steps: 60)
      guard let found = await replay(scenario) else { continue }
      let shortest = await scenario.shrunk(found, replay: replay)
      Issue.record("\(shortest)")
      return
    }
  }

  private func replay(_ scenario: SourceScenario) async -> SourceDisagreement? {
    var replay = SourceReplay(scenario, MachineTrial(scenario))
    return await replay.run()
  }
}
