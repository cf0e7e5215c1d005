import NetwatchCore

@testable import NetwatchDataSources

extension MachineTrial {
  var pair: DataSourceValueWithState<Int> {
    DataSourceValueWithState(value: machine.value, state: machine.state)
  }

  mutating func carryOut(_ action: DataSourceMachine<Int>.Action) {
    switch action {
    case .answer(let calls, let result):
      for call in calls {
        if answers[call] != nil { fault = "call \(call) was answered twice" }
        answers[call] = SourceAnswer(result)
      }
    case .begin(let id):
      if fetch != nil { fault = "two fetches at once" }
      (fetch, isCancelled) = (id, false)
    case .cancel(let id):
      if fetch != id || isCancelled { fault = "fetch \(id) is none to cancel" }
      isCancelled = true
    case .store(let value): kept = value
    case .forget: kept = nil
    }
  }

  mutating func tell() {
    let isValueNews = machine.version != told.version
    let isStateNews = machine.state != told.state
    told = (machine.version, machine.state)
    guard isValueNews || isStateNews else { return }
    if machine.value != 0 {
      let fetch = Fetched.fetch(of: machine.value)
      if fetch < newestFetch { fault = "fetch \(fetch) after fetch \(newestFetch)" }
      newestFetch = fetch
    }
    for (id, reader) in readers {
      let isTold = reader.kind == .pairs || (reader.kind == .values ? isValueNews : isStateNews)
      let reading = Reading(reader.kind, pair)
      guard isTold else { continue }
      readers[id]?.list.append(reading)
      toldCount += 1
    }
  }

  /// Fetches begin no closer to one another than the throttle allows.
  mutating func check(beginningAt now: BootInstant) {
    guard !isCancelled else { return }
    if let lastBeginning, let interval = machine.rules.throttle,
      now < lastBeginning.advanced(by: interval)
    {
      fault = "two fetches began within the throttle's interval"
    }
    lastBeginning = now
  }
}

// MARK: - Comparing

extension MachineTrial {
  func difference(from model: SourceModel) -> String? {
    fault
      ?? differing("the value", machine.value, model.value)
      ?? differing("the state", machine.state, model.state)
      ?? differing("the answers", answers, model.answers)
      ?? differing("the fetch", fetch, model.fetch?.id)
      ?? differing("whether it is cancelled", isCancelled, model.fetch?.isGivenUp ?? false)
      ?? differing("what is stored", kept, model.kept)
      ?? differing("the next deadline", machine.nextDeadline, model.nextDeadline)
      ?? differing("freshness", machine.isFresh(at: model.now), model.isFresh)
      ?? differing("how often subscribers were told", toldCount, model.toldCount)
  }

  func finalDifference(from model: SourceModel) -> String? {
    let readings = departed.merging(readers.mapValues(\.list)) { first, _ in first }
    return differing("what subscribers were told", readings, model.readings)
  }
}
