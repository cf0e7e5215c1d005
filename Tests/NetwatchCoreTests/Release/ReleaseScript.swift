import NetwatchCore

/// Drives a ``DestinationRelease`` by a list of events, all drawn at one half unless they say so.
struct ReleaseScript {
  enum Event: Sendable {
    case outage(seconds: Int64, draw: Double = 0.5)
    /// So many attempts begin.
    case begin(Int = 1)
    /// So many attempts end alike, the oldest first.
    case end(ReleaseOutcome, Int = 1, draw: Double = 0.5)
    /// So many attempts, one after the other.
    case attempt(ReleaseOutcome, Int = 1)
    /// Time passes.
    case wait(milliseconds: Int64)

    static let busy = ReleaseOutcome.overloaded(retryAfter: nil)
  }

  private(set) var machine: DestinationRelease
  private(set) var now = BootInstant.s(1000)
  private var stamps: [ReleaseStamp] = []

  init(_ events: [Event] = [], settings: ReleaseSettings = ReleaseSettings()) {
    machine = DestinationRelease(settings: settings)
    for event in events { play(event) }
  }

  var pace: DestinationPace { machine.pace }

  /// The wait before the next attempt, in milliseconds; nil where it waits for an outcome.
  func delay(isUrgent: Bool = false) -> Int64? {
    switch machine.admission(at: now, isUrgent: isUrgent) {
    case .now: 0
    case .notBefore(let moment): now.duration(to: moment).clampedNanoseconds / 1_000_000
    case .afterOutcome: nil
    }
  }

  mutating func play(_ event: Event) {
    switch event {
    case .outage(let seconds, let draw):
      machine.outageEnded(after: .seconds(seconds), at: now, draw: draw)
    case .begin(let count):
      for _ in 0..<count { stamps.append(machine.began()) }
    case .end(let outcome, let count, let draw):
      for _ in 0..<count { machine.ended(outcome, stamps.removeFirst(), at: now, draw: draw) }
    case .attempt(let outcome, let count):
      for _ in 0..<count { machine.ended(outcome, machine.began(), at: now, draw: 0.5) }
    case .wait(let milliseconds):
      now = now.advanced(by: .milliseconds(milliseconds))
    }
  }
}
