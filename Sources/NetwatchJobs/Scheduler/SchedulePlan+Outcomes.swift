import NetwatchCore

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
    let drained = Set(result.drained)
    for lane in result.drained where self[lane.destination].lanes[lane] ?? 0 <= beginning {
      destinations[lane.destination]?.lanes[lane] = nil
    }
    let counts = result.claimed.reduce(into: [:]) { $0[$1.lane.destination, default: 0] += 1 }
    for claim in claims where counts[claim.destination, default: 0] < claim.limit {
      // A lane that was drained, and told of since, is asked for at once.
      guard result.paces[claim.destination] == nil,
        !drained.isSuperset(of: claim.lanes)
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
      let isOwn = sent[name].map { $0.isStored(as: pace) } ?? false
      self[name].storedPace(pace, isOwn: isOwn, at: now)
      serve(name)
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
    draw: () -> Double
  ) {
    running -= 1
    self[name].ended(outcome, stamp, at: now, draw: draw)
    touched.insert(name)
    serve(name)
  }

  /// A closure waits for its turn.
  mutating func callerCame(_ caller: PlannedCaller, to name: String) {
    self[name].callers.append(caller)
    if caller.need.requirement == .route { routed.insert(name) }
    serve(name)
  }

  /// A closure does not wait any more.
  ///
  /// - Returns: Whether it was waiting.
  mutating func callerLeft(_ id: UInt64, _ name: String) -> Bool {
    destinations[name]?.callers.remove(id) ?? false
  }

  /// Nobody waits for a turn any more.
  ///
  /// - Returns: Who did.
  mutating func dismissedCallers() -> [UInt64] {
    destinations.keys.flatMap { destinations[$0]?.callers.removeAll() ?? [] }
  }

  /// No job is to begin any more.
  mutating func closed() { isClosing = true }
}

extension StoredPace {
  /// Whether this is what a store made of it; stores count in milliseconds.
  fileprivate func isStored(as pace: Self) -> Bool {
    let tolerance = Duration.milliseconds(1)
    return pace.revision == revision + 1 && max(gap, pace.gap) - min(gap, pace.gap) < tolerance
  }
}
