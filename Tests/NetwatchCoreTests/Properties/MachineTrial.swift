import NetwatchTestSupport

@testable import NetwatchCore

/// A state machine, driven through random events beside the plain models, up to the first fault.
struct MachineTrial {
  private var random: RandomEvents
  private var machine: ConnectivityStateMachine
  private var evidence: PlainEvidenceModel
  private var damping: PlainDampingModel
  private var paths = PlainPathModel()
  private var snapshot: Snapshot
  private var now = BootInstant(nanoseconds: 0)
  private var running: ProbeRound?
  private var lastStart: BootInstant?
  private var givenUp: [ProbeRound] = []
  private var tickets: [EvidenceTicket]
  private var isUndamped = false
  private(set) var fault: String?

  init(seed: UInt64) {
    random = RandomEvents(generator: SeededGenerator(seed: seed))
    let settings = random.settings()
    snapshot = random.snapshot()
    machine = ConnectivityStateMachine(settings: settings, snapshot: snapshot, at: Moment(now))
    evidence = PlainEvidenceModel(settings: settings)
    damping = PlainDampingModel(settings: settings)
    tickets = [machine.ticket]
    evidence.pathsAre(machine.ticket.generations, at: now)
    checkPaths(after: "creation")
  }

  mutating func run(events: Int) {
    happen("started") { $0.machine.started(at: $1) }
    for _ in 0..<events where fault == nil {
      now = now.advanced(by: random.pause(until: machine.deadline.map { now.duration(to: $0) }))
      if random.chance(80) { passDueTime() }
      randomEvent()
    }
    calmDown()
  }

  /// Asks for nothing new, lets time pass, and looks at what was told in the end.
  private mutating func calmDown() {
    var turns = 0
    while fault == nil, machine.pendingFlip != nil || turns == 0 {
      turns += 1
      guard turns < 100 else { return fail("damping never ends") }
      if running != nil { endRound() }
      guard let deadline = machine.deadline else { break }
      now = max(now, deadline)
      passDueTime()
    }
    guard fault == nil else { return }
    let (published, settled) = (machine.published, machine.settled)
    if !published.isEquivalent(to: settled) { fail("the last state was not told") }
    if settled.snapshot != snapshot { fail("the last snapshot is not the settled one") }
  }
}

// MARK: - Events

extension MachineTrial {
  private mutating func randomEvent() {
    switch random.below(20) {
    case 0..<6: kernel(random.chance(70) ? random.snapshot() : snapshot)
    case 6: kernel(.nothing)
    case 7, 8: confirm()
    case 9: resume()
    case 10: delete()
    case 11..<14: endRound()
    case 14: random.chance(50) ? endStaleRound() : endOneProbe()
    case 15: tickets.append(machine.ticket)
    default: report()
    }
  }

  private mutating func passDueTime() {
    guard let deadline = machine.deadline, deadline <= now else { return }
    evidence.timePassed(at: now)
    happen("time passed") { $0.machine.timePassed(at: $1) }
    if let next = machine.deadline, next <= now { fail("due again without a pause") }
    if damping.isOverdue(at: now) { fail("a flip was not told in time") }
  }

  private mutating func kernel(_ next: Snapshot) {
    snapshot = next
    happen("kernel asked") { $0.machine.snapshotTaken(next, cause: .route, at: $1) }
    checkPaths(after: "kernel asked")
  }

  private mutating func confirm() {
    let next = random.chance(50) ? .nothing : snapshot
    snapshot = next
    isUndamped = !next.isReachable
    happen("confirmed") {
      $0.machine.snapshotTaken(next, cause: .traffic, isConfirmation: true, at: $1)
    }
    isUndamped = false
    checkPaths(after: "confirmed")
  }

  private mutating func resume() {
    let next = random.chance(50) ? random.snapshot() : snapshot
    snapshot = next
    paths.resumed()
    happen("resumed") { $0.machine.resumed(next, at: $1) }
    checkPaths(after: "resumed")
  }

  private mutating func delete() {
    let index = Int32(2 + random.below(3))
    paths.deleted(index)
    machine.linksDeleted([index])
    if random.chance(80) { kernel(random.chance(50) ? random.snapshot() : snapshot) }
  }

  private mutating func endRound() {
    guard let round = running else { return }
    running = nil
    let reports = random.reports(over: round.generations)
    evidence.roundEnded(
      reports,
      of: round.generations,
      current: machine.ticket.generations,
      at: now
    )
    happen("round ended") { $0.machine.roundFinished(round, reports, at: $1) }
  }

  private mutating func endOneProbe() {
    guard let round = running, let family = round.generations.families.last else { return }
    let report = ProbeReport(
      endpoint: "a",
      family: family,
      outcome: random.pick([.success, .timeout])
    )
    if report.provesPath {
      let current = machine.ticket.generations
      evidence.roundEnded([report], of: round.generations, current: current, at: now)
    }
    happen("a probe ended") { $0.machine.probeSucceeded(report, of: round, at: $1) }
  }

  private mutating func endStaleRound() {
    guard !givenUp.isEmpty else { return }
    let round = random.pick(givenUp)
    let reports = random.reports(over: round.generations)
    happen("stale round ended") { $0.machine.roundFinished(round, reports, at: $1) }
  }

  private mutating func report() {
    let family = random.pick(AddressFamily.allCases)
    let report = Evidence(
      ticket: random.chance(80) ? machine.ticket : random.pick(tickets),
      outcome: random.outcome(),
      remoteAddress: nil,
      destination: random.pick(["a", "b", "c"])
    )
    let current = machine.ticket.generations
    if let generation = report.ticket.generations[family], generation == current[family] {
      evidence.traffic(
        report.outcome,
        by: family,
        to: report.destination,
        current: current,
        at: now
      )
    }
    happen("traffic ended") { $0.machine.evidenceReported(report, by: family, at: $1) }
  }
}

// MARK: - Checks

extension MachineTrial {
  private mutating func fail(_ sentence: String) {
    fault = fault ?? "\(sentence) at \(now.nanoseconds) ns"
  }

  private mutating func happen(
    _ name: String,
    _ event: (inout Self, Moment) -> ConnectivityActions
  ) {
    let (published, settled) = (machine.published, machine.settled)
    if published.isEquivalent(to: settled) { paths.told(published.snapshot) }
    let actions = event(&self, Moment(now, draw: random.draw()))
    followRound(actions)
    evidence.pathsAre(machine.ticket.generations, at: now)
    checkPublication(actions, before: published, after: name)
    checkStates(published, settled, after: name)
  }

  /// Where the kernel has just been asked.
  private mutating func checkPaths(after name: String) {
    let complaint = paths.check(snapshot, machine.ticket.generations)
    if let complaint { fail("\(complaint) after \(name)") }
  }

  private mutating func followRound(_ actions: ConnectivityActions) {
    if actions.givesUpRound {
      if let running { givenUp.append(running) } else { fail("no round to give up") }
      running = nil
    }
    guard let round = actions.roundToStart else { return }
    if running != nil { fail("two rounds at a time") }
    if round.generations != machine.ticket.generations { fail("a round over other paths") }
    if let last = lastStart, last.duration(to: now) < .milliseconds(100) {
      fail("rounds too close")
    }
    running = round
    lastStart = now
  }

  private mutating func checkPublication(
    _ actions: ConnectivityActions,
    before: ConnectivityState,
    after name: String
  ) {
    let published = machine.published
    switch actions.publication {
    case .none:
      if published != before { fail("changed without a word after \(name)") }
    case .refresh(let state):
      if state != published || !state.isEquivalent(to: before) { fail("bad refresh after \(name)") }
    case .publish(let state):
      if state != published || state.isEquivalent(to: before) { fail("no news after \(name)") }
    }
  }

  private mutating func checkStates(
    _ published: ConnectivityState,
    _ settled: ConnectivityState,
    after name: String
  ) {
    if evidence.settings.hasProbes, snapshot.isReachable, running == nil, machine.deadline == nil {
      fail("nobody will ever probe after \(name)")
    }
    let expected = evidence.level(machine.ticket.generations)
    if machine.settled.level != expected {
      fail("\(machine.settled.level) instead of \(expected) after \(name)")
    }
    if machine.published.generation < published.generation
      || machine.settled.generation < settled.generation
    {
      fail("an older generation after \(name)")
    }
    let complaint = damping.check(
      before: published,
      published: machine.published,
      settled: machine.settled,
      isUndamped: isUndamped,
      at: now
    )
    if let complaint { fail("\(complaint) after \(name)") }
  }
}
