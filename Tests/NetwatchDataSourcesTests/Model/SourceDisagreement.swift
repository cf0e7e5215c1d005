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

extension SourceScenario {
  /// Makes a failing scenario as short as leaving out steps makes it.
  func shrunk(
    _ disagreement: SourceDisagreement,
    replay: (SourceScenario) async -> SourceDisagreement?
  ) async -> SourceDisagreement {
    var shortest = disagreement
    shortest.scenario.steps.removeLast(
      max(0, shortest.scenario.steps.count - disagreement.step - 1)
    )
    for index in shortest.scenario.steps.indices.reversed() {
      var shorter = shortest.scenario
      guard index < shorter.steps.count else { continue }
      shorter.steps.remove(at: index)
      if var found = await replay(shorter) {
        found.scenario.steps.removeLast(max(0, found.scenario.steps.count - found.step - 1))
        shortest = found
      }
    }
    return shortest
  }
}
