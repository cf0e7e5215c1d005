import NetwatchCore
import NetwatchTestSupport

/// A random sequence of events, played to the machine and to the model side by side.
struct ReleaseTrial {
  private var generator: SeededGenerator
  private var machine: DestinationRelease
  private var model: PlainReleaseModel
  private var stamps: [ReleaseStamp] = []
  private var now = BootInstant.s(1000)

  /// The first thing that was wrong.
  private(set) var fault: String?

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let limit = [2, 3, 9, 64][Int.random(in: 0..<4, using: &generator)]
    machine = DestinationRelease(settings: ReleaseSettings(limit: limit))
    model = PlainReleaseModel(limit: limit)
  }

  mutating func run(events: Int) {
    for _ in 0..<events where fault == nil {
      step()
      compare()
    }
    if fault == nil { drain() }
  }

  private mutating func step() {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<4: endOutage()
    case 4..<25: pass()
    case 25..<65: tryToBegin()
    default: endOne(outcome())
    }
  }

  private mutating func pass() {
    let longest = [10, 2000, 40_000][Int.random(in: 0..<3, using: &generator)]
    let time = Int.random(in: 0...longest, using: &generator)
    now = now.advanced(by: .milliseconds(time))
  }

  private mutating func endOutage() {
    let seconds = Int.random(in: 0...400, using: &generator)
    let draw = draw()
    machine.outageEnded(after: .seconds(seconds), at: now, draw: draw)
    model.outageEnded(seconds: Double(seconds), at: now.nanoseconds, draw: draw)
  }

  private mutating func tryToBegin() {
    let isUrgent = Bool.random(using: &generator)
    guard case .now(let count) = machine.admission(at: now, isUrgent: isUrgent) else { return }
    for _ in 0..<Int.random(in: 1...count, using: &generator) { begin() }
    if machine.inFlight > machine.window { fault = "more in flight than the window" }
  }

  private mutating func begin() {
    stamps.append(machine.began())
    model.began()
  }

  private mutating func endOne(_ outcome: ReleaseOutcome) {
    guard let index = stamps.indices.randomElement(using: &generator) else { return }
    let draw = draw()
    machine.ended(outcome, stamps.remove(at: index), at: now, draw: draw)
    model.ended(index, outcome, at: now.nanoseconds, draw: draw)
  }

  private mutating func outcome() -> ReleaseOutcome {
    let retryAfter = Int.random(in: 0...5000, using: &generator)
    return switch Int.random(in: 0..<20, using: &generator) {
    case 0: .overloaded(retryAfter: .seconds(retryAfter))
    case 1: .overloaded(retryAfter: nil)
    case 2..<7: .connectionFailure
    case 7: .givenBack
    default: .success
    }
  }

  private mutating func draw() -> Double { .random(in: 0..<1, using: &generator) }

  private mutating func compare() {
    let gap = machine.pace.gap
    if gap != .nanoseconds(Int64(model.gap * 1e9)) { fault = "gap \(gap), not \(model.gap) s" }
    if machine.window != model.window { fault = "window \(machine.window), not \(model.window)" }
    if machine.inFlight != model.inFlight { fault = "in flight \(machine.inFlight)" }
    for isUrgent in [false, true] { compareAdmission(isUrgent: isUrgent) }
  }

  private mutating func compareAdmission(isUrgent: Bool) {
    let due = model.due(isUrgent: isUrgent)
    switch machine.admission(at: now, isUrgent: isUrgent) {
    case .now(let count):
      guard let due, due <= now.nanoseconds else { return fault = "went early, due \(due ?? -1)" }
      if count != model.window - model.inFlight { fault = "\(count) may go" }
    case .notBefore(let moment):
      // The model's seconds are floating-point.
      guard let due, abs(moment.nanoseconds - due) < 100 else {
        return fault = "due \(moment), not \(due ?? -1)"
      }
      if now.duration(to: moment) > .seconds(3600) { fault = "held for more than an hour" }
    case .afterOutcome:
      if due != nil { fault = "waits for an outcome" }
    }
  }

  /// Once all answers come and are good, a hundred go, and the window is open.
  private mutating func drain() {
    while !stamps.isEmpty { endOne(.success) }
    for _ in 0..<100 {
      if case .notBefore(let moment) = machine.admission(at: now) { now = moment }
      guard case .now = machine.admission(at: now) else { return fault = "starved" }
      begin()
      endOne(.success)
    }
    if !machine.isAtRest(at: now) { fault = "does not open" }
  }
}
