import Testing

@Suite struct StateMachinePropertyTests {
  /// Ten thousand sequences in eight parts, so that they run side by side.
  @Test(.timeLimit(.minutes(2)), arguments: 0..<UInt64(8))
  func `no sequence of events breaks a rule`(part: UInt64) async {
    for seed in (part * 1250)..<((part + 1) * 1250) {
      var trial = MachineTrial(seed: seed)
      trial.run(events: 30)
      if let fault = trial.fault { Issue.record("seed \(seed): \(fault)") }
      // Others want the few threads as well.
      await Task.yield()
    }
  }
}
