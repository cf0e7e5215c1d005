import NetwatchCore

/// Decides what a scheduler asks its store for, and when: which lanes, how many jobs of each
/// destination, and the moment to look again.
///
/// A value that reads no clock, draws no number and knows no store. It keeps nothing of the jobs but
/// which lanes hold a ready one: what it costs does not depend on how many are parked.
struct SchedulePlan {
  /// What a plan is made by.
  struct Settings: Sendable {
    /// The most jobs and closures that run at a time.
    var concurrency: Int
    var release: ReleaseSettings
    /// The kinds that can be worked on here.
    var kinds: Set<String>
  }

  let settings: Settings

  private(set) var destinations: [String: PlannedDestination] = [:]
  /// Those with work, in the order in which they are served; the next one is at the cursor.
  private var ring: [String] = []
  private var inRing: Set<String> = []
  private var cursor = 0

  /// Those at which something ended since their paces were last looked at.
  private var touched: Set<String> = []

  private(set) var running = 0
  private(set) var isClosing = false

  /// When the store is to be looked at; nil: when it says so.
  private(set) var lookAt: BootInstant?
  private var news: UInt64 = 0

  private(set) var isAvailable = true
  private var outageBegan: BootInstant?
  /// Until then a loss is believed that observers have not been told of.
  private var doubtedUntil: BootInstant?
  private var canary = CanarySteps()
  private var hasRoute: [String: Bool] = [:]

  init(settings: Settings, at now: BootInstant) {
    self.settings = settings
    lookAt = now
  }
}

// MARK: - What the store tells

extension SchedulePlan {
  /// A lane holds a ready job.
  ///
  /// - Returns: Whether that was not known.
  mutating func ready(_ lane: JobLane) -> Bool {
    guard settings.kinds.contains(lane.kind) else { return false }
    news += 1
    let before = self[lane.destination].lanes.updateValue(news, forKey: lane)
    serve(lane.destination)
    return before == nil
  }

  /// A job is due at a moment.
  ///
  /// - Returns: Whether that is earlier than what was known.
  mutating func due(at moment: BootInstant) -> Bool {
    guard moment < lookAt ?? .distantFuture else { return false }
    lookAt = moment
    return true
  }

  /// The store is about to be looked at.
  ///
  /// - Returns: What to say when it was: what is told from here on is newer than the view.
  mutating func lookBegan() -> UInt64 {
    lookAt = nil
    return news
  }

  /// The store was looked at.
  mutating func looked(_ view: StoreView, since beginning: UInt64, at now: BootInstant) {
    for name in destinations.keys {
      destinations[name]?.lanes.removeAll { $0.value <= beginning && !view.lanes.contains($0.key) }
    }
    for lane in view.lanes { _ = ready(lane) }
    for (name, pace) in view.paces { self[name].learned(pace, at: now) }
    if let next = view.next { _ = due(at: now.advanced(by: max(next, .zero))) }
  }

  /// The store could not be looked at.
  mutating func lookFailed(at now: BootInstant) { _ = due(at: now) }
}

// MARK: - Connectivity

extension SchedulePlan {
  /// How long a loss is believed that somebody met before observers were told.
  private static let doubt = Duration.milliseconds(50)

  /// The connection is assumed available, or is not any more.
  ///
  /// - Parameters:
  ///   - isAvailable: Which.
  ///   - now: The moment.
  ///   - draw: Draws from [0, 1), for each destination's start.
  mutating func availabilityChanged(
    _ isAvailable: Bool,
    at now: BootInstant,
    draw: () -> Double
  ) {
    guard isAvailable != self.isAvailable else { return }
    self.isAvailable = isAvailable
    doubtedUntil = nil
    canary = CanarySteps()
    guard isAvailable else {
      outageBegan = now
      canary.outageBegan(at: now)
      return
    }
    let length = outageBegan.map { $0.duration(to: now) } ?? .zero
    for name in destinations.keys {
      destinations[name]?.machine.outageEnded(after: length, at: now, draw: draw())
      destinations[name]?.contendedUntil = nil
    }
  }

  /// Somebody's attempt met a loss that observers have not been told of yet.
  mutating func lossMet(at now: BootInstant) {
    if isAvailable { doubtedUntil = now.advanced(by: Self.doubt) }
  }

  /// Whether somebody should ask for leave to try a limited connection now.
  func wantsCanary(at now: BootInstant) -> Bool {
    canary.isDue(at: now) && needsInternet
  }

  /// Leave to try was asked for.
  mutating func canaryAnswered(_ isGranted: Bool, at now: BootInstant) {
    canary.answered(isGranted, at: now)
  }

  /// Whether anything waits for the internet alone.
  private var needsInternet: Bool {
    destinations.values.contains { destination in
      destination.lanes.keys.contains { $0.requirement == .internet }
        || destination.callers.contains { $0.requirement == .internet }
    }
  }

  /// Routes have been looked up, for the destinations of ``routesWanted``.
  mutating func routesFound(_ routes: [String: Bool]) { hasRoute = routes }

  /// The destinations to which some work needs a route.
  var routesWanted: [String] {
    destinations.filter { _, destination in
      destination.lanes.keys.contains { $0.requirement == .route }
        || destination.callers.contains { $0.requirement == .route }
    }.map(\.key)
  }

  private func isMet(_ requirement: JobRequirement, _ name: String, at now: BootInstant) -> Bool {
    switch requirement {
    case .nothing: true
    case .route: hasRoute[name] ?? isAvailable
    case .internet: isAvailable ? now >= doubtedUntil ?? now : canary.isGranted
    }
  }
}

// MARK: - Asking

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

// MARK: - What happened

extension SchedulePlan {
  /// How soon a destination is asked for again that gave less than there seemed to be.
  private static let contention = Duration.milliseconds(200)

  /// The store has answered claims.
  ///
  /// - Parameters:
  ///   - claims: The claims.
  ///   - result: The answer; each of its jobs has been passed to ``began(_:)`` before.
  ///   - beginning: The number of the news when the claims were made.
  ///   - now: The moment.
  mutating func answered(
    _ claims: [JobClaim],
    _ result: StoreTurnResult,
    since beginning: UInt64,
    at now: BootInstant
  ) {
    for lane in result.drained where self[lane.destination].lanes[lane] ?? 0 <= beginning {
      destinations[lane.destination]?.lanes[lane] = nil
    }
    let counts = result.claimed.reduce(into: [:]) { $0[$1.lane.destination, default: 0] += 1 }
    for claim in claims where counts[claim.destination, default: 0] < claim.limit {
      guard result.paces[claim.destination] == nil,
        claim.lanes.contains(where: { destinations[claim.destination]?.lanes[$0] != nil })
      else { continue }
      self[claim.destination].contendedUntil = now.advanced(by: Self.contention)
    }
  }

  /// The number of the news so far.
  var newsCount: UInt64 { news }

  /// The store has paces now.
  mutating func pacesTold(
    _ paces: [String: StoredPace],
    sent: [String: StoredPace],
    at now: BootInstant
  ) {
    for (name, pace) in paces {
      let isOwn = sent[name].map { $0.revision + 1 == pace.revision && $0.gap == pace.gap } ?? false
      self[name].storedPace(pace, isOwn: isOwn, at: now)
    }
  }

  /// The paces that the store does not have.
  mutating func unstoredPaces(at now: BootInstant) -> [String: StoredPace] {
    guard !touched.isEmpty else { return [:] }
    var paces: [String: StoredPace] = [:]
    for name in touched { paces[name] = destinations[name]?.unstoredPace(at: now) }
    touched = Set(paces.keys)
    return paces
  }

  /// A job or closure begins.
  mutating func began(_ name: String) -> ReleaseStamp {
    running += 1
    return self[name].machine.began()
  }

  /// One has ended.
  mutating func ended(
    _ name: String,
    _ stamp: ReleaseStamp,
    _ outcome: ReleaseOutcome,
    at now: BootInstant,
    draw: Double
  ) {
    running -= 1
    self[name].machine.ended(outcome, stamp, at: now, draw: draw)
    self[name].contendedUntil = nil
    touched.insert(name)
  }

  /// A closure waits for its turn.
  mutating func callerCame(_ caller: PlannedCaller, to name: String) {
    self[name].callers.append(caller)
    serve(name)
  }

  /// A closure does not wait any more.
  ///
  /// - Returns: Whether it was waiting.
  mutating func callerLeft(_ id: UInt64, _ name: String) -> Bool {
    guard let index = destinations[name]?.callers.firstIndex(where: { $0.id == id }) else {
      return false
    }
    destinations[name]?.callers.remove(at: index)
    return true
  }

  /// Nobody waits for a turn any more.
  ///
  /// - Returns: Who did.
  mutating func dismissedCallers() -> [UInt64] {
    destinations.keys.flatMap { name in
      defer { destinations[name]?.callers = [] }
      return destinations[name]?.callers.map(\.id) ?? []
    }
  }

  /// No job is to begin any more.
  mutating func closed() { isClosing = true }
}

// MARK: - Destinations

extension SchedulePlan {
  private static let destinationLimit = 10_000

  private subscript(name: String) -> PlannedDestination {
    get { destinations[name] ?? PlannedDestination(settings: settings.release) }
    set { destinations[name] = newValue }
    _modify {
      if destinations[name] == nil { makeRoom() }
      yield &destinations[name, default: PlannedDestination(settings: settings.release)]
    }
  }

  private mutating func serve(_ name: String) {
    if inRing.insert(name).inserted { ring.append(name) }
  }

  /// Takes out of the ring what has nothing to do.
  private mutating func sweepRing() {
    guard ring.contains(where: { destinations[$0]?.hasWork != true }) else { return }
    ring.removeAll { name in
      guard destinations[name]?.hasWork != true else { return false }
      inRing.remove(name)
      return true
    }
    cursor = ring.isEmpty ? 0 : cursor % ring.count
  }

  private mutating func makeRoom() {
    guard destinations.count >= Self.destinationLimit else { return }
    destinations = destinations.filter { !$0.value.isForgettable }
  }
}

extension BootInstant {
  /// Later than everything that is waited for.
  static let distantFuture = BootInstant(nanoseconds: .max)
}

extension Dictionary {
  fileprivate mutating func removeAll(where isGone: (Element) -> Bool) {
    for element in self where isGone(element) { self[element.key] = nil }
  }
}
