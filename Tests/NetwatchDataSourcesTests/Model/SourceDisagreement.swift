import NetwatchCore

/// Where a data source did something else than the model.
struct SourceDisagreement: Sendable, CustomStringConvertible {
  var scenario: SourceScenario
  let step: Int
  let now: BootInstant
  let difference: String
  let events: [SourceEvent]

  var description: String {
    """
    step \(step), at \(now.nanoseconds / 1_000_000) ms: \(difference)
    \(scenario)
    the last events: \(events.suffix(8))
    """
  }
}

extension SourceDisagreement {
  /// Without the steps that came after.
  func cut() -> Self {
    var cut = self
    cut.scenario.steps.removeLast(max(0, scenario.steps.count - step - 1))
    return cut
  }

  /// As short as leaving out steps, one after the other, makes it.
  func shrunk(by replay: (SourceScenario) async -> SourceDisagreement?) async -> Self {
    var shortest = cut()
    for index in shortest.scenario.steps.indices.reversed() {
      var shorter = shortest.scenario
      guard index < shorter.steps.count else { continue }
      shorter.steps.remove(at: index)
      if let found = await replay(shorter) { shortest = found.cut() }
    }
    return shortest
  }
}
