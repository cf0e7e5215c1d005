/// Decides what the state of the connection is, and what observers are told of it.
///
/// Snapshots of the kernel, outcomes of probes and evidence from traffic go in; states to publish and
/// rounds of probes to start come out. It is pure: each event brings its own moment, and the result
/// says what the shell has to do. The parts each decide one thing: ``PathRegister`` what is the same
/// path, ``EvidenceMachine`` the level, ``ProbeSchedule`` when to probe, ``PublicationMachine`` what to tell.
package struct ConnectivityStateMachine: Sendable {
  private let settings: ConnectivitySettings
  private var snapshot: Snapshot
  private var paths = PathRegister()
  private var evidence: EvidenceMachine
  private var schedule: ProbeSchedule
  private var publication: PublicationMachine
  private var canary: CanaryGate
  private var outcomes = ProbeOutcomes()
  /// Rounds of probes need somebody who runs them.
  private var isProbing = false

  /// What is, undamped: the state that decisions are made on.
  package private(set) var settled: ConnectivityState

  /// Creates a machine whose first snapshot is published at once.
  package init(settings: ConnectivitySettings, snapshot: Snapshot, at moment: Moment) {
    self.settings = settings
    self.snapshot = snapshot
    evidence = EvidenceMachine(
      settings: .init(
        hasProbes: settings.hasProbes,
        failureThreshold: settings.failureThreshold,
        trafficPolicy: settings.trafficPolicy,
        proofLifetime: settings.probeInterval
      )
    )
    schedule = ProbeSchedule(
      settings: .init(
        interval: settings.probeInterval,
        failureThreshold: settings.failureThreshold
      )
    )
    canary = CanaryGate(longestStep: settings.probeInterval)
    paths.snapshotTaken(snapshot, at: moment.instant)
    paths.published(snapshot)
    settled = ConnectivityState(
      level: snapshot.isReachable ? .unverified : .none,
      snapshot: snapshot,
      generation: paths.newest,
      cause: .start,
      since: moment.wall,
      time: moment.wall
    )
    publication = PublicationMachine(
      settings: .init(lossDelay: settings.lossDelay, recoveryDelay: settings.recoveryDelay),
      first: settled
    )
  }
}

// MARK: - What the shell asks

extension ConnectivityStateMachine {
  /// What observers were told last.
  package var published: ConnectivityState { publication.published }

  /// When ``timePassed(at:)`` is wanted next, or `nil` where nothing is due.
  package var deadline: BootInstant? {
    [publication.deadline, schedule.deadline, evidence.deadline].compactMap(\.self).min()
  }

  /// Whether a doubt is being looked into, so that deciders do well to wait for the answer.
  package var isVerifying: Bool {
    schedule.isVerifying && settled.isConnectionAssumedAvailable
  }

  /// The paths in force, to be remembered by traffic that starts now.
  package var ticket: EvidenceTicket { EvidenceTicket(generations: paths.generations) }

  /// The flip that waits to be told, if there is one, and when it will be.
  package var pendingFlip: (isLoss: Bool, due: BootInstant)? {
    publication.deadline.map { (publication.isLossPending, $0) }
  }

  /// How many losses were published in the minute before a moment.
  package func flaps(at now: BootInstant) -> Int { publication.flaps(at: now) }
}

// MARK: - Events

extension ConnectivityStateMachine {
  /// The monitor begins to run: probes may start.
  package mutating func started(at moment: Moment) -> ConnectivityActions {
    isProbing = settings.hasProbes
    if isProbing, snapshot.isReachable { schedule.pathBegan(at: moment.instant) }
    return settle(.start, at: moment)
  }

  /// The kernel was asked.
  ///
  /// - Parameters:
  ///   - snapshot: What it said.
  ///   - cause: Why it was asked.
  ///   - isConfirmation: Whether it was asked because traffic reported that this host cannot send; a
  ///     loss is then published undamped.
  ///   - moment: When it was asked.
  /// - Returns: What to do.
  package mutating func snapshotTaken(
    _ snapshot: Snapshot,
    cause: ChangeCause,
    isConfirmation: Bool = false,
    at moment: Moment
  ) -> ConnectivityActions {
    // Almost every message is about nothing that matters, and ends here.
    guard snapshot != self.snapshot || isConfirmation || paths.hasRetired else {
      return ConnectivityActions()
    }
    let actions = takeOver(snapshot, at: moment)
    return settle(cause, isConfirmation: isConfirmation, at: moment, into: actions)
  }

  /// The kernel was asked while nobody watches: there is nothing to damp, and no timer to end it.
  package mutating func reread(_ snapshot: Snapshot, at moment: Moment) -> ConnectivityState {
    if snapshot != self.snapshot || paths.hasRetired { _ = takeOver(snapshot, at: moment) }
    refreshSettled(.poll, at: moment)
    publication.read(settled, at: moment)
    paths.published(snapshot)
    return published
  }

  /// Links were deleted: what was known of paths over them ends, even where a link of the same index
  /// and name has taken their place before the kernel could be asked.
  package mutating func linksDeleted(_ indexes: [Int32]) {
    paths.linksDeleted(indexes)
  }

  /// The machine was suspended: whatever was known of its paths is of another time.
  package mutating func suspended() {
    paths.resumed()
  }

  /// The machine was suspended and has come back.
  package mutating func resumed(
    _ snapshot: Snapshot,
    at moment: Moment
  ) -> ConnectivityActions {
    suspended()
    let actions = takeOver(snapshot, at: moment)
    return settle(.resume, at: moment, into: actions)
  }

  /// One probe of a round has succeeded, which settles the matter before the others have ended.
  package mutating func probeSucceeded(
    _ report: ProbeReport,
    of round: ProbeRound,
    at moment: Moment
  ) -> ConnectivityActions {
    guard schedule.current == round, report.provesPath else { return ConnectivityActions() }
    outcomes.merge([report])
    if judge([report], of: round, at: moment) == .success { schedule.roundAnswered() }
    return settle(.probe, at: moment)
  }

  /// A round of probes has ended; one that was given up is ignored.
  package mutating func roundFinished(
    _ round: ProbeRound,
    _ reports: [ProbeReport],
    at moment: Moment
  ) -> ConnectivityActions {
    guard schedule.current == round else { return ConnectivityActions() }
    outcomes.merge(reports)
    let verdict = judge(reports, of: round, at: moment)
    schedule.roundFinished(verdict, failedRounds: evidence.failedRounds, at: moment)
    return settle(.probe, at: moment)
  }

  /// Real traffic has ended.
  ///
  /// - Parameters:
  ///   - evidence: How it ended.
  ///   - family: The family whose judged path the traffic left by, or `nil` where it left by another
  ///     way: then it says nothing.
  ///   - moment: When it was reported.
  /// - Returns: What to do.
  package mutating func evidenceReported(
    _ evidence: Evidence,
    by family: AddressFamily?,
    at moment: Moment
  ) -> ConnectivityActions {
    let generations = paths.generations
    guard let family, let generation = generations[family],
      evidence.ticket.generations[family] == generation
    else { return ConnectivityActions() }
    switch evidence.outcome {
    case .verified:
      self.evidence.trafficVerified(family, current: generations, at: moment.instant)
      schedule.trafficVerified(at: moment)
    case .answered:
      self.evidence.trafficAnswered()
    case .failed(.refused), .failed(.local):
      break
    case .failed:
      self.evidence.trafficFailed(
        at: evidence.destination,
        current: generations,
        at: moment.instant
      )
      doubted(at: moment)
    }
    return settle(.traffic, at: moment)
  }

  /// The moment of ``deadline`` has come.
  package mutating func timePassed(at moment: Moment) -> ConnectivityActions {
    var actions = ConnectivityActions()
    evidence.timePassed(at: moment.instant)
    actions.roundToStart = schedule.timePassed(at: moment.instant, generations: paths.generations)
    return settle(publication.pendingCause ?? .traffic, at: moment, into: actions)
  }

  /// A piece of real work asks to be let through although the level is `limited`.
  ///
  /// - Returns: Whether it may try.
  package mutating func canaryClaimed(at now: BootInstant) -> Bool {
    canary.claimed(at: now)
  }
}

// MARK: - Settling

extension ConnectivityStateMachine {
  private var level: ConnectivityLevel { evidence.level(for: paths.generations) }

  private mutating func judge(
    _ reports: [ProbeReport],
    of round: ProbeRound,
    at moment: Moment
  ) -> EvidenceMachine.RoundVerdict {
    evidence.roundFinished(
      reports,
      of: round.generations,
      current: paths.generations,
      beginnings: FamilyPair(
        ipv4: paths.beginning(of: .ipv4),
        ipv6: paths.beginning(of: .ipv6)
      ),
      at: moment.instant
    )
  }

  private mutating func takeOver(_ snapshot: Snapshot, at moment: Moment) -> ConnectivityActions {
    var actions = ConnectivityActions()
    self.snapshot = snapshot
    if paths.snapshotTaken(snapshot, at: moment.instant) {
      pathBegan(&actions, at: moment)
    } else if !snapshot.isReachable {
      actions.givesUpRound = schedule.current != nil
      schedule.pathsEnded()
    } else if settled.level == .full, level != .full {
      if isProbing { schedule.pathRemained(at: moment.instant) }
    } else if isProbing {
      schedule.pathStayed(at: moment.instant)
    }
    return actions
  }

  private mutating func pathBegan(_ actions: inout ConnectivityActions, at moment: Moment) {
    evidence.pathBegan()
    guard isProbing else { return }
    actions.givesUpRound = schedule.current != nil
    schedule.pathBegan(at: moment.instant)
  }

  /// Where the level has fallen already there is nothing to doubt, and probes keep their backoff.
  private mutating func doubted(at moment: Moment) {
    guard isProbing, settled.isConnectionAssumedAvailable else { return }
    schedule.doubted(at: moment.instant)
  }

  private mutating func settle(
    _ cause: ChangeCause,
    isConfirmation: Bool = false,
    at moment: Moment,
    into actions: ConnectivityActions = ConnectivityActions()
  ) -> ConnectivityActions {
    var actions = actions
    refreshSettled(cause, at: moment)
    canary.levelSettled(settled.level, at: moment.instant)
    let isConfirmedLoss = isConfirmation && !snapshot.isReachable
    switch publication.settled(settled, isConfirmedLoss: isConfirmedLoss, at: moment) {
    case .held: break
    case .told(let news):
      actions.publication = news
      // Also where it is no news: a path that came and went untold is not known to be the same later.
      paths.published(snapshot)
    }
    return actions
  }

  private mutating func refreshSettled(_ cause: ChangeCause, at moment: Moment) {
    let level = level
    settled = ConnectivityState(
      level: level,
      snapshot: snapshot,
      generation: paths.newest,
      probes: outcomes.reports,
      cause: cause,
      since: level == settled.level ? settled.since : moment.wall,
      time: moment.wall
    )
  }
}
