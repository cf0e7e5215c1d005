import Testing

@Suite struct ReleasePropertyTests {
  @Test(.timeLimit(.minutes(1)), arguments: 0..<UInt64(4))
  func `no sequence of events breaks a rule`(part: UInt64) async {
    for seed in (part * 500)..<((part + 1) * 500) {
      var trial = ReleaseTrial(seed: seed)
      trial.run(events: 60)
      if let fault = trial.fault { Issue.record("seed \(seed): \(fault)") }
      // Others want the few threads as well.
      await Task.yield()
    }
  }
}
