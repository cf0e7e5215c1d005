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
    draw: () -> Double
  ) {
    running -= 1
    // A success without a gap opens none: a million of them need no draw.
    let isPlain = outcome == .success && self[name].machine.pace.gap == .zero
    self[name].machine.ended(outcome, stamp, at: now, draw: isPlain ? 0 : draw())
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
