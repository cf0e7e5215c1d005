import NetwatchCore

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
    serveAll()
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
    if isGranted { serveAll() }
  }

  /// Whether anything waits for the internet alone.
  var needsInternet: Bool {
    destinations.values.contains { destination in
      destination.lanes.keys.contains { $0.requirement == .internet }
        || destination.callers.needs.contains { $0.requirement == .internet }
    }
  }

  /// Routes have been looked up, for the destinations of ``routesWanted(at:)``.
  mutating func routesFound(_ routes: [String: Bool]) { hasRoute.merge(routes) { $1 } }

  /// The destinations to which some work needs a route that may go now.
  mutating func routesWanted(at now: BootInstant) -> [String] {
    wakeDue(at: now)
    guard !routed.isEmpty else { return [] }
    for name in routed where destinations[name]?.needsRoute != true {
      routed.remove(name)
      hasRoute[name] = nil
    }
    return routed.filter { jobRing.contains($0) || callerRing.contains($0) }
  }

  func isMet(_ requirement: JobRequirement, _ name: String, at now: BootInstant) -> Bool {
    switch requirement {
    case .nothing: true
    case .route: hasRoute[name] ?? isAvailable
    case .internet: isAvailable ? now >= doubtedUntil ?? now : canary.isGranted
    }
  }
}
