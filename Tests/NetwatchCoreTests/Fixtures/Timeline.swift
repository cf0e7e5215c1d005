@testable import NetwatchCore

/// Runs a state machine through time as its shell would, and writes down what comes out.
///
/// A line is the milliseconds and either `LEVEL gGENERATION CAUSE` for what is published, `probe`
/// for a round that starts, or `give up` for one that is abandoned.
struct Timeline {
  enum Event: Sendable {
    case started
    case snapshot(Snapshot, ChangeCause)
    case confirmation(Snapshot)
    case deleted([Int32])
    case resumed(Snapshot)
    /// Ends the round under way.
    case reports([ProbeReport])
    /// One probe of the round under way has ended before the others.
    case report(ProbeReport)
    /// Somebody reads while nobody watches.
    case reread(Snapshot)
    case traffic(Evidence.Outcome, AddressFamily?, destination: String)
    case nothing

    static func kernel(_ snapshot: Snapshot) -> Self { .snapshot(snapshot, .route) }
    static func probe(_ outcome: ProbeOutcome) -> Self { .reports([.ipv4(outcome)]) }
    static func verified(_ family: AddressFamily = .ipv4) -> Self {
      .traffic(.verified, family, destination: "a")
    }
    static func failed(_ destination: String = "a") -> Self {
      .traffic(.failed(.timeout), .ipv4, destination: destination)
    }
  }

  struct Step: Sendable {
    var at: Int64
    var event: Event
  }

  private(set) var machine: ConnectivityStateMachine
  private(set) var lines: [String] = []
  private var ticket: EvidenceTicket?

  init(_ settings: ConnectivitySettings = .init(), _ snapshot: Snapshot = .by(1)) {
    machine = ConnectivityStateMachine(settings: settings, snapshot: snapshot, at: .ms(0))
  }

  /// Lets time pass up to a moment, without what is due exactly then, and then lets the event happen.
  mutating func at(_ milliseconds: Int64, _ event: Event) {
    pass(before: .ms(milliseconds))
    handle(event, at: .ms(milliseconds))
  }

  mutating func run(_ steps: [Step], until end: Int64) {
    for step in steps { at(step.at, step.event) }
    at(end, .nothing)
  }

  /// Traffic that starts from here on gets the paths of this moment.
  mutating func takeTicket() { ticket = machine.ticket }

  mutating func canaryClaimed(at milliseconds: Int64) -> Bool {
    pass(before: .ms(milliseconds))
    return machine.canaryClaimed(at: .ms(milliseconds))
  }

  private mutating func pass(before end: BootInstant) {
    var turns = 0
    while let deadline = machine.deadline, deadline < end {
      note(machine.timePassed(at: Moment(deadline)), at: deadline)
      turns += 1
      guard turns < 1000 else { return lines.append("busy loop") }
    }
  }

  private mutating func handle(_ event: Event, at moment: Moment) {
    switch event {
    case .started: note(machine.started(at: moment), at: moment.instant)
    case .snapshot(let snapshot, let cause):
      note(machine.snapshotTaken(snapshot, cause: cause, at: moment), at: moment.instant)
    case .confirmation(let snapshot):
      note(
        machine.snapshotTaken(snapshot, cause: .traffic, isConfirmation: true, at: moment),
        at: moment.instant
      )
    case .deleted(let indexes): machine.linksDeleted(indexes)
    case .resumed(let snapshot): note(machine.resumed(snapshot, at: moment), at: moment.instant)
    case .reports(let reports): end(with: reports, at: moment)
    case .report(let report):
      guard let round else { return lines.append("no round under way") }
      note(machine.probeSucceeded(report, of: round, at: moment), at: moment.instant)
    case .reread(let snapshot): _ = machine.reread(snapshot, at: moment)
    case .traffic(let outcome, let family, let destination):
      let evidence = Evidence(
        ticket: ticket ?? machine.ticket,
        outcome: outcome,
        remoteAddress: nil,
        destination: destination
      )
      note(machine.evidenceReported(evidence, by: family, at: moment), at: moment.instant)
    case .nothing: break
    }
  }

  private var round: ProbeRound?

  private mutating func end(with reports: [ProbeReport], at moment: Moment) {
    guard let round else { return lines.append("no round to end") }
    note(machine.roundFinished(round, reports, at: moment), at: moment.instant)
  }

  private mutating func note(_ actions: ConnectivityActions, at now: BootInstant) {
    if actions.givesUpRound { lines.append("\(now.milliseconds) give up") }
    if let round = actions.roundToStart {
      self.round = round
      lines.append("\(now.milliseconds) probe")
    }
    if case .publish(let state) = actions.publication {
      lines.append(
        "\(now.milliseconds) \(state.level) g\(state.generation) \(state.cause)"
      )
    }
  }
}

extension Timeline.Step {
  static func at(_ milliseconds: Int64, _ event: Timeline.Event) -> Self {
    Self(at: milliseconds, event: event)
  }
}
