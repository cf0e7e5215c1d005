import NetwatchCore

extension SchedulePlan {
  /// The closures whose turn it is now.
  mutating func admitCallers(at now: BootInstant) -> [(id: UInt64, stamp: ReleaseStamp)] {
    wakeDue(at: now)
    guard !isClosing else { return [] }
    var admitted: [(id: UInt64, stamp: ReleaseStamp)] = []
    while running < settings.concurrency, let name = callerRing.popFirst() {
      while running < settings.concurrency, let caller = popCaller(at: name, at: now) {
        admitted.append((caller.id, began(name)))
        if caller.need.requirement == .internet, !isAvailable { canary.used() }
      }
      if running < settings.concurrency { putOffCallers(name, at: now) } else { serve(name) }
    }
    return admitted
  }

  private mutating func popCaller(at name: String, at now: BootInstant) -> PlannedCaller? {
    guard let machine = destinations[name]?.machine else { return nil }
    let met = (destinations[name]?.callers.needs ?? []).filter { need in
      guard isMet(need.requirement, name, at: now),
        case .now = machine.admission(at: now, isUrgent: need.isUrgent)
      else { return false }
      return true
    }
    guard !met.isEmpty else { return nil }
    return destinations[name]?.callers.popFirst { met.contains($0) }
  }

  /// What to ask the store for now, in an order that serves every destination in turn.
  mutating func claims(at now: BootInstant) -> [JobClaim] {
    wakeDue(at: now)
    guard !isClosing else { return [] }
    let room = settings.concurrency - running
    var claims: [JobClaim] = []
    while claims.count < room, let name = jobRing.popFirst() {
      if let claim = claim(at: name, at: now) {
        claims.append(claim)
      } else {
        putOffJobs(name, at: now)
      }
    }
    // They are asked again, the first one last, as long as they have something.
    for claim in claims.dropFirst() + claims.prefix(1) { jobRing.append(claim.destination) }
    return Self.shared(claims, room)
  }

  /// Divides the room: each gets the same, and the first ones what others leave.
  private static func shared(_ claims: [JobClaim], _ room: Int) -> [JobClaim] {
    guard !claims.isEmpty else { return [] }
    let share = room / claims.count
    var rest = room - claims.reduce(0) { $0 + min($1.limit, share) }
    return claims.map { claim in
      let limit = min(claim.limit, share + rest)
      rest -= max(limit - share, 0)
      return claim.limited(to: limit)
    }
  }

  private mutating func claim(at name: String, at now: BootInstant) -> JobClaim? {
    guard let destination = destinations[name], now >= destination.contendedUntil ?? now else {
      return nil
    }
    let met = destination.lanes.keys.filter { isMet($0.requirement, name, at: now) }
    guard !met.isEmpty else { return nil }
    let (lanes, limit) = admitted(met, destination.machine, at: now)
    guard limit > 0, !lanes.isEmpty else { return nil }
    // One that tries whether the internet is there again has to need it.
    let canaries = isAvailable ? [] : lanes.filter { $0.requirement == .internet }
    if !canaries.isEmpty { canary.used() }
    return JobClaim(
      destination: name,
      lanes: canaries.isEmpty ? lanes : canaries,
      limit: canaries.isEmpty ? limit : 1,
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
}

// MARK: - Waiting

extension SchedulePlan {
  /// How soon a route is looked up again that was not there.
  private static let routePoll = Duration.seconds(5)

  /// When there may be something to do without any news; nil: not before some.
  func wakeTime(at now: BootInstant) -> BootInstant? {
    guard !isClosing else { return nil }
    let canaryDue = canary.due.flatMap { needsInternet ? $0 : nil }
    return [lookAt, canaryDue, nextDue].compactMap(\.self).min()
  }

  /// When the first destination is to be looked at again; later than the moment of the last look.
  var nextDue: BootInstant? { dues.first?.moment }

  /// Something is new at a destination: it is to be looked at what may go there.
  mutating func serve(_ name: String) {
    guard let destination = destinations[name] else { return }
    if !destination.lanes.isEmpty { jobRing.append(name) }
    if !destination.callers.isEmpty { callerRing.append(name) }
  }

  /// Something is new at all of them.
  mutating func serveAll() { for name in destinations.keys { serve(name) } }

  /// Looks again at those whose time has come.
  mutating func wakeDue(at now: BootInstant) {
    while let due = dues.first, due.moment <= now {
      dues.removeFirst()
      guard destinations[due.destination]?.wakeAt == due.moment else { continue }
      destinations[due.destination]?.wakeAt = nil
      serve(due.destination)
    }
  }

  /// Leaves the jobs of a destination alone, until time or some news lets one go.
  private mutating func putOffJobs(_ name: String, at now: BootInstant) {
    guard let destination = destinations[name] else { return }
    let needs = destination.lanes.keys.map {
      PlannedCaller.Need(requirement: $0.requirement, isUrgent: $0.isUrgent)
    }
    guard let moment = moment(of: needs, at: name, destination, at: now) else { return }
    putOff(name, until: max(moment, destination.contendedUntil ?? now))
  }

  /// Leaves the callers of a destination alone, until time or some news lets one go.
  private mutating func putOffCallers(_ name: String, at now: BootInstant) {
    guard let destination = destinations[name],
      let moment = moment(of: destination.callers.needs, at: name, destination, at: now)
    else { return }
    putOff(name, until: moment)
  }

  private mutating func putOff(_ name: String, until moment: BootInstant) {
    guard moment < destinations[name]?.wakeAt ?? .distantFuture else { return }
    destinations[name]?.wakeAt = moment
    dues.append((moment, name))
  }

  /// When the first of some needs may be met by time alone; nil: not before some news.
  private func moment(
    of needs: [PlannedCaller.Need],
    at name: String,
    _ destination: PlannedDestination,
    at now: BootInstant
  ) -> BootInstant? {
    needs.compactMap { need in
      guard isMet(need.requirement, name, at: now) else {
        return meetingTime(of: need.requirement, at: now)
      }
      switch destination.machine.admission(at: now, isUrgent: need.isUrgent) {
      case .now: return now
      case .notBefore(let moment): return moment
      case .afterOutcome: return nil
      }
    }.min()
  }

  /// When a requirement that is not met may be, without any news; nil: not before some.
  private func meetingTime(of requirement: JobRequirement, at now: BootInstant) -> BootInstant? {
    switch requirement {
    case .nothing: nil
    case .route: now.advanced(by: Self.routePoll)
    case .internet: isAvailable ? doubtedUntil : nil
    }
  }
}

extension JobClaim {
  fileprivate func limited(to limit: Int) -> Self {
    JobClaim(
      destination: destination,
      lanes: lanes,
      limit: limit,
      isExclusive: isExclusive,
      paceRevision: paceRevision
    )
  }
}
