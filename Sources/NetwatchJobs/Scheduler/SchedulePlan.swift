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
  /// Those with work, in the order in which they are served; the next one is at the cursor.
  var ring: [String] = []
  var inRing: Set<String> = []
  var cursor = 0

  /// Those at which something ended since their paces were last looked at.
  var touched: Set<String> = []

  var running = 0
  var isClosing = false

  /// When the store is to be looked at; nil: when it says so.
  var lookAt: BootInstant?
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

// MARK: - Destinations

extension SchedulePlan {
  private static let destinationLimit = 10_000

  subscript(name: String) -> PlannedDestination {
    get { destinations[name] ?? PlannedDestination(settings: settings.release) }
    set { destinations[name] = newValue }
    _modify {
      if destinations[name] == nil { makeRoom() }
      yield &destinations[name, default: PlannedDestination(settings: settings.release)]
    }
  }

  mutating func serve(_ name: String) {
    if inRing.insert(name).inserted { ring.append(name) }
  }

  /// Takes out of the ring what has nothing to do.
  mutating func sweepRing() {
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
