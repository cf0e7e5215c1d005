import NetwatchCore

@testable import NetwatchDataSources

/// Lets a scenario happen to a data source and to the model, and compares them after every event.
struct SourceReplay<Trial: SourceTrial> {
  let scenario: SourceScenario
  var trial: Trial
  var model: SourceModel
  private var now = BootInstant(nanoseconds: 0)
  private var nextID: UInt64 = 0
  private var events: [SourceEvent] = []
  private var difference: String?

  init(_ scenario: SourceScenario, _ trial: Trial) {
    (self.scenario, self.trial) = (scenario, trial)
    model = SourceModel(rules: scenario.rules, isDistinct: scenario.isDistinct)
  }

  /// Returns the first disagreement.
  mutating func run() async -> SourceDisagreement? {
    for (index, step) in scenario.steps.enumerated() {
      await take(step)
      if difference != nil { return disagreement(at: index) }
    }
    await end()
    return difference == nil ? nil : disagreement(at: scenario.steps.count)
  }

  private func disagreement(at step: Int) -> SourceDisagreement? {
    difference.map {
      SourceDisagreement(scenario: scenario, step: step, now: now, difference: $0, events: events)
    }
  }

  private mutating func take(_ step: SourceStep) async {
    if case .pass(let passing) = step { return await pass(passing) }
    for event in step.events(for: model, nextID: &nextID) { await happen(event) }
    await overdue()
  }

  /// Everybody is answered, and nothing goes on.
  private mutating func end() async {
    await happen(.terminate)
    for _ in 0..<2 {
      for event in model.success(0) { await happen(event) }
    }
    note(differing("the answers in the end", model.answers.count, events.count(where: \.isCall)))
    note(await trial.finalDifference(from: model))
  }

  private mutating func note(_ new: String?) {
    difference = difference ?? new
  }

  private mutating func happen(_ event: SourceEvent) async {
    guard difference == nil else { return }
    events.append(event)
    model.happen(event, at: now)
    if trial.runsByItself { runOn() }
    await trial.happen(event, at: now, to: model)
    note(await trial.difference(from: model))
  }
}

// MARK: - Time

extension SourceReplay {
  /// Has the model do what the trial does by itself.
  private mutating func runOn() {
    for event in model.beginning { model.happen(event, at: now) }
    var count = 0
    while let due = model.nextDeadline, due <= now {
      count += 1
      guard count <= 4 else { return note("the model never rests") }
      model.happen(.timeCame, at: now)
      for event in model.beginning { model.happen(event, at: now) }
    }
  }
}

extension SourceReplay {
  private mutating func pass(_ passing: SourceStep.Passing) async {
    switch passing {
    case .onTime(let duration):
      let end = now.advanced(by: duration)
      while let due = model.nextDeadline, due <= end, difference == nil { await timeCame(at: due) }
      now = end
    case .late(let duration):
      now = now.advanced(by: duration)
    case .toDeadline:
      if let due = model.nextDeadline { await timeCame(at: due) }
    case .almostToDeadline:
      guard let due = model.nextDeadline else { return }
      now = max(now, due.advanced(by: .nanoseconds(-1)))
    }
    await overdue()
  }

  private mutating func timeCame(at moment: BootInstant) async {
    now = max(now, moment)
    await happen(.timeCame)
  }

  /// What is due already; a source that is due again and again at one moment would never rest.
  private mutating func overdue() async {
    var count = 0
    while let due = model.nextDeadline, due <= now, difference == nil {
      count += 1
      guard count <= 4 else { return note("it never rests") }
      await timeCame(at: due)
    }
  }
}
