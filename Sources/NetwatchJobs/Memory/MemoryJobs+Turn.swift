import NetwatchCore

extension MemoryJobs {
  /// Takes a worker's reports, and hands it jobs.
  mutating func turn(_ turn: StoreTurn, at moment: StoreMoment) -> StoreTurnResult {
    var result = StoreTurnResult()
    for report in turn.reports where !take(report, at: moment) { result.lost.append(report.run) }
    let lease = moment.boot.advanced(by: turn.lease)
    for run in turn.renewals where !renew(run, until: lease, at: moment) { result.lost.append(run) }
    var stored: Set<String> = []
    for (name, pace) in turn.paces {
      let (isStored, present) = store(pace, for: name, at: moment)
      if isStored { stored.insert(name) }
      result.paces[name] = present
    }
    for claim in turn.claims {
      serve(claim, knowing: stored, until: lease, at: moment, into: &result)
    }
    return result
  }

  private mutating func take(_ report: JobReport, at moment: StoreMoment) -> Bool {
    guard let slot = index.slot(of: report.run.id.rawValue) else { return false }
    let isTaken = change(slot, at: moment) {
      $0.ended(report.run.token, report.outcome, at: moment.boot)
    }
    guard isTaken else { return false }
    if let history = report.history { slab[slot].changeDetails { $0.history = history } }
    if case .dead(let reason) = report.outcome { slab[slot].changeDetails { $0.reason = reason } }
    tell(slot, at: moment)
    return true
  }

  private mutating func renew(
    _ run: JobRun,
    until lease: BootInstant,
    at moment: StoreMoment
  ) -> Bool {
    guard let slot = index.slot(of: run.id.rawValue) else { return false }
    return change(slot, at: moment) { $0.renewed(run.token, until: lease) }
  }

  /// Stores a pace, unless another worker has since the revision that it brings.
  private mutating func store(
    _ pace: StoredPace,
    for name: String,
    at moment: StoreMoment
  ) -> (isStored: Bool, present: StoredPace) {
    let present = destinations.numbers[name].flatMap { destinations[$0].pace }
    guard pace.revision == present?.revision ?? 0 else {
      let rest = StoredPace(gap: .zero, window: .max, hold: .zero)
      return (false, present?.stored(at: moment) ?? rest)
    }
    let kept = MemoryPace(pace, at: moment.boot)
    destinations[number(ofDestination: name)].pace = kept
    return (true, kept.stored(at: moment))
  }
}
