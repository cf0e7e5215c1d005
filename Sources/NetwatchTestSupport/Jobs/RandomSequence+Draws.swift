import NetwatchCore
import NetwatchJobs

extension RandomSequence {
  mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  mutating func halfHours() -> Duration { .seconds(1_800 * (1 + 2 * draw(8))) }

  mutating func isOneIn(_ count: Int) -> Bool { draw(count) == 0 }

  mutating func lane() -> JobLane {
    StoreTrial.lane("k\(draw(2))", to: "d\(draw(2))", isUrgent: isOneIn(3))
  }

  mutating func newJob() -> NewJob {
    let (lane, isLow) = (lane(), isOneIn(3))
    var job = StoreTrial.job(
      to: lane.destination,
      kind: lane.kind,
      priority: lane.isUrgent ? .high : isLow ? .low : .normal,
      key: isOneIn(4) ? "key \(draw(6))" : nil
    )
    if isOneIn(2) { job.options.owner = "owner \(draw(3))" }
    if isOneIn(4) { job.options.notBefore = halfHours() }
    if isOneIn(4) { job.options.deadline = halfHours() }
    job.payload = [UInt8](repeating: 0, count: draw(20))
    return job
  }

  mutating func outcome() -> JobOutcome {
    switch draw(6) {
    case ..<2: .succeeded
    case 2: .dead(reason: "reason \(draw(9))")
    case 3: .again(after: .zero, isCounted: isOneIn(2))
    default: .again(after: halfHours(), isCounted: isOneIn(2))
    }
  }

  /// A job that was submitted, mostly one of the newest.
  mutating func anyID() -> JobID? {
    guard !ids.isEmpty else { return nil }
    return ids[isOneIn(3) ? draw(ids.count) : ids.count - 1 - draw(min(ids.count, 30))]
  }

  /// A run, mostly one of the newest, and some with a token that nobody was given.
  mutating func anyRun() -> JobRun? {
    guard !runs.isEmpty else { return nil }
    let run = runs[isOneIn(5) ? draw(runs.count) : runs.count - 1 - draw(min(runs.count, 10))]
    return isOneIn(20) ? JobRun(id: run.id, token: run.token + 1) : run
  }
}
