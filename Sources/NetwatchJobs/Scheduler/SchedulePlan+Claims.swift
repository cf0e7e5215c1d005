import NetwatchCore

extension SchedulePlan {
  /// The closures whose turn it is now.
  mutating func admitCallers(at now: BootInstant) -> [(id: UInt64, stamp: ReleaseStamp)] {
    guard !isClosing else { return [] }
    var admitted: [(id: UInt64, stamp: ReleaseStamp)] = []
    for name in ring where running < settings.concurrency {
      while running < settings.concurrency, let index = turn(of: name, at: now),
        let caller = destinations[name]?.callers.remove(at: index)
      {
        admitted.append((caller.id, began(name)))
        if caller.requirement == .internet, !isAvailable { canary.used() }
      }
    }
    return admitted
  }

  private func turn(of name: String, at now: BootInstant) -> Int? {
    guard let destination = destinations[name] else { return nil }
    return destination.callers.firstIndex { caller in
      guard isMet(caller.requirement, name, at: now),
        case .now = destination.machine.admission(at: now, isUrgent: caller.isUrgent)
      else { return false }
      return true
    }
  }

  /// What to ask the store for now, in an order that serves every destination in turn.
  mutating func claims(at now: BootInstant) -> [JobClaim] {
    guard !isClosing, running < settings.concurrency else { return [] }
    sweepRing()
    guard !ring.isEmpty else { return [] }
    var room = settings.concurrency - running
    let share = max(settings.concurrency / ring.count, 1)
    var claims: [JobClaim] = []
    for offset in ring.indices where room > 0 {
      let name = ring[(cursor + offset) % ring.count]
      guard let claim = claim(at: name, atMost: min(room, share), at: now) else { continue }
      claims.append(claim)
      room -= claim.limit
    }
    cursor = (cursor + 1) % ring.count
    return claims
  }

  private mutating func claim(at name: String, atMost room: Int, at now: BootInstant) -> JobClaim? {
    guard let destination = destinations[name], now >= destination.contendedUntil ?? now else {
      return nil
    }
    let met = destination.lanes.keys.filter { isMet($0.requirement, name, at: now) }
    guard !met.isEmpty else { return nil }
    let (lanes, limit) = admitted(met, destination.machine, at: now)
    guard limit > 0, !lanes.isEmpty else { return nil }
    let isCanary = !isAvailable && lanes.contains { $0.requirement == .internet }
    if isCanary { canary.used() }
    return JobClaim(
      destination: name,
      lanes: lanes,
      limit: isCanary ? 1 : min(limit, room),
      isExclusive: destination.machine.window == 1,
      paceRevision: destination.revision
    )
  }

  /// The lanes that may go now, and how many of their jobs; the urgent ones alone where the others wait
  /// for the release to begin.
  private func admitted(
    _ lanes: [JobLane],
    _ machine: DestinationRelease,
    at now: BootInstant
  ) -> ([JobLane], Int) {
    if case .now(let count) = machine.admission(at: now) { return (lanes, count) }
    guard case .now(let count) = machine.admission(at: now, isUrgent: true) else { return ([], 0) }
    return (lanes.filter(\.isUrgent), count)
  }

  /// When there may be something to ask for without any news; nil: not before some.
  func wakeTime(at now: BootInstant) -> BootInstant? {
    var earliest = [lookAt, needsInternet ? canary.due : nil].compactMap(\.self).min()
    guard !isClosing, running < settings.concurrency else { return isClosing ? nil : earliest }
    for name in ring {
      guard let moment = wakeTime(of: name, at: now) else { continue }
      earliest = min(earliest ?? moment, moment)
    }
    return earliest
  }

  private func wakeTime(of name: String, at now: BootInstant) -> BootInstant? {
    guard let destination = destinations[name] else { return nil }
    let wants =
      destination.lanes.keys.map { ($0.requirement, $0.isUrgent) }
      + destination.callers.map { ($0.requirement, $0.isUrgent) }
    var moments: [BootInstant] = []
    for (requirement, isUrgent) in wants {
      guard isMet(requirement, name, at: now) else {
        if let moment = meetingTime(of: requirement, at: now) { moments.append(moment) }
        continue
      }
      switch destination.machine.admission(at: now, isUrgent: isUrgent) {
      case .now: moments.append(destination.contendedUntil ?? now)
      case .notBefore(let moment): moments.append(max(moment, destination.contendedUntil ?? now))
      case .afterOutcome: break
      }
    }
    return moments.min()
  }
}

extension SchedulePlan {
  /// How soon a route is looked up again that was not there.
  private static let routePoll = Duration.seconds(5)

  /// When a requirement that is not met may be, without any news; nil: not before some.
  private func meetingTime(of requirement: JobRequirement, at now: BootInstant) -> BootInstant? {
    switch requirement {
    case .nothing: nil
    case .route: now.advanced(by: Self.routePoll)
    case .internet: isAvailable ? doubtedUntil : nil
    }
  }
}
