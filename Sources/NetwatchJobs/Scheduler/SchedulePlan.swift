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

  var destinations: [String: PlannedDestination] = [:]
  private var sweepSize = Self.destinationLimit
  /// Those whose jobs, or callers, may go as far as is known.
  ///
  /// All others wait for news or for time, and are not looked at until then: ten thousand of them cost
  /// nothing.
  var jobRing = ServingRing()
  var callerRing = ServingRing()
  /// Those that wait for time.
  var dues = ReleaseDues()
  /// Those where something needs a route, or did.
  var routed: Set<String> = []

  /// Those at which something ended since their paces were last looked at.
  var touched: Set<String> = []

  var running = 0
  var isClosing = false

  /// When the store is to be looked at; nil: when it says so.
  var lookAt: BootInstant?
  private var lookedAt: BootInstant?
  var news: UInt64 = 0

  var isAvailable = true
  var outageBegan: BootInstant?
  /// Until then a loss is believed that observers have not been told of.
  var doubtedUntil: BootInstant?
  var canary = CanarySteps()
  var hasRoute: [String: Bool] = [:]

  init(settings: Settings, at now: BootInstant) {
    self.settings = settings
    lookAt = now
  }
}

// MARK: - What the store tells

extension SchedulePlan {
  /// How soon it is looked again for what others did.
  private static let lookInterval = Duration.milliseconds(10)

  /// A lane holds a ready job.
  ///
  /// - Returns: Whether that was not known.
  mutating func ready(_ lane: JobLane) -> Bool {
    guard settings.kinds.contains(lane.kind) else { return false }
    news += 1
    guard self[lane.destination].lanes.updateValue(news, forKey: lane) == nil else { return false }
    if lane.requirement == .route { routed.insert(lane.destination) }
    serve(lane.destination)
    return true
  }

  /// A job is due at a moment.
  ///
  /// - Returns: Whether that is earlier than what was known.
  mutating func due(at moment: BootInstant) -> Bool {
    guard moment < lookAt ?? .distantFuture else { return false }
    lookAt = moment
    return true
  }

  /// Another process may have changed the store, which some do a thousand times a second.
  ///
  /// - Returns: Whether it is to be looked at earlier than was known.
  mutating func changedElsewhere(at now: BootInstant) -> Bool {
    due(at: max(now, lookedAt?.advanced(by: Self.lookInterval) ?? now))
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
    for (name, pace) in view.paces {
      self[name].learned(pace, at: now)
      serve(name)
    }
    lookedAt = now
    if let next = view.next { _ = due(at: now.advanced(by: max(next, .zero))) }
  }

  /// The store could not be looked at.
  mutating func lookFailed(at now: BootInstant) { _ = due(at: now) }
}

// MARK: - Destinations

extension SchedulePlan {
  /// How many there may be before those are forgotten at which nothing happens.
  private static let destinationLimit = 10_000

  subscript(name: String) -> PlannedDestination {
    get { destinations[name] ?? PlannedDestination(settings: settings.release) }
    set { destinations[name] = newValue }
    _modify {
      if destinations[name] == nil { makeRoom() }
      yield &destinations[name, default: PlannedDestination(settings: settings.release)]
    }
  }

  private mutating func makeRoom() {
    guard destinations.count >= sweepSize else { return }
    destinations = destinations.filter { !$0.value.isForgettable }
    sweepSize = max(2 * destinations.count, Self.destinationLimit)
  }
}

extension Dictionary {
  fileprivate mutating func removeAll(where isGone: (Element) -> Bool) {
    for element in self where isGone(element) { self[element.key] = nil }
  }
}
