/// Decides how fast parked work is released to one destination.
///
/// Before any outage the window is fully open. After one a canary goes first; its success opens a
/// window that each further success widens by one, so that a window's worth of them doubles it. A
/// destination that refuses, or does not answer, closes: a gap opens, and attempts go one at a time
/// with a time drawn from [0, 2·gap] between them. Failure doubles the gap and success halves it,
/// because a fleet that forgets a gap at the first success floods the destination again.
///
/// It is a value that reads no clock and draws no number: moments and draws from [0, 1) are handed
/// in. The caller asks ``admission(at:isUrgent:)`` before each attempt, and reports every attempt
/// with ``began()`` and ``ended(_:_:at:draw:)``. Attempts in flight never exceed the window, but for
/// those that were in flight already when it closed.
public struct DestinationRelease: Hashable, Sendable {
  private enum Phase: Hashable, Sendable {
    /// Nothing is known of the destination since the outage: one attempt finds out.
    ///
    /// - Next: `open` when it succeeds, `closed` when it fails.
    case canary

    /// The destination answers; the window widens with each success.
    ///
    /// - Next: `closed` when it refuses or mostly fails, `canary` after an outage.
    case open(window: Int)

    /// The destination refuses or does not answer: one at a time, with a gap.
    ///
    /// - Next: `open` when success has halved the gap away.
    case closed(gap: Duration)
  }

  /// The limits.
  public let settings: ReleaseSettings

  /// How many attempts have begun and not ended.
  public private(set) var inFlight = 0

  private var phase: Phase
  private var epoch: UInt64 = 0
  private var sample: OutcomeSample
  /// For a gap and for a Retry-After alike: the later counts.
  private var heldUntil: BootInstant?
  /// When the release begins for work that is not urgent.
  private var beginsAt: BootInstant?

  /// Creates the machine of a destination that is open, with its full window.
  public init(settings: ReleaseSettings = ReleaseSettings()) {
    self.settings = settings
    phase = .open(window: settings.limit)
    sample = OutcomeSample(atLeast: settings.sample)
  }

  /// Creates the machine of a destination whose pace is known from before.
  public init(
    settings: ReleaseSettings = ReleaseSettings(),
    pace: DestinationPace,
    at now: BootInstant
  ) {
    self.init(settings: settings)
    paceLearned(pace, at: now)
  }

  /// How many attempts may be in flight.
  public var window: Int {
    if case .open(let window) = phase { window } else { 1 }
  }

  /// What is worth keeping.
  public var pace: DestinationPace {
    var gap = Duration.zero
    if case .closed(let present) = phase { gap = present }
    return DestinationPace(gap: gap, window: window, heldUntil: heldUntil)
  }

  /// Whether the machine is as good as a new one: nothing in flight, nothing held, fully open.
  public func isAtRest(at now: BootInstant) -> Bool {
    inFlight == 0 && phase == .open(window: settings.limit) && (heldUntil ?? now) <= now
  }

  /// Whether attempts may begin now.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - isUrgent: Whether the work need not wait for the release to begin; it waits for all else.
  /// - Returns: How many may begin, or what to wait for.
  public func admission(at now: BootInstant, isUrgent: Bool = false) -> ReleaseAdmission {
    guard inFlight < window else { return .afterOutcome }
    let due = max(heldUntil ?? now, isUrgent ? now : beginsAt ?? now)
    return due > now ? .notBefore(due) : .now(atMost: window - inFlight)
  }
}

// MARK: - Events

extension DestinationRelease {
  /// An outage of this host has ended: the release begins after a drawn delay, with a canary.
  ///
  /// A destination that was closed before keeps its gap. What was in flight through the outage says
  /// nothing of the destination any more.
  public mutating func outageEnded(after length: Duration, at now: BootInstant, draw: Double) {
    let jitter = settings.jitter(afterOutage: length)
    beginsAt = now.advanced(by: .interpolated(.zero...jitter, at: draw))
    if case .open = phase { phase = .canary }
    epochBegan()
  }

  /// An attempt that was admitted has begun.
  ///
  /// - Returns: What its end is to be reported with.
  public mutating func began() -> ReleaseStamp {
    inFlight += 1
    return ReleaseStamp(epoch: epoch)
  }

  /// An attempt has ended; to be called once for every ``began()``.
  ///
  /// - Parameters:
  ///   - outcome: What it told.
  ///   - stamp: What ``began()`` returned.
  ///   - now: The moment.
  ///   - draw: A number from [0, 1), for the time to the next attempt where there is a gap.
  public mutating func ended(
    _ outcome: ReleaseOutcome,
    _ stamp: ReleaseStamp,
    at now: BootInstant,
    draw: Double
  ) {
    inFlight = max(inFlight - 1, 0)
    // An order of the destination's own counts whenever the attempt began.
    if case .overloaded(let retryAfter?) = outcome {
      hold(for: min(retryAfter, settings.longestHold), at: now)
    }
    guard stamp.epoch == epoch else { return }
    switch outcome {
    case .success: succeeded(at: now, draw: draw)
    case .overloaded: failed(isRefusal: true, at: now, draw: draw)
    case .connectionFailure: failed(isRefusal: false, at: now, draw: draw)
    case .givenBack: break
    }
  }

  /// The pace was read from where it is stored; another process may have changed it.
  ///
  /// Attempts in flight stay counted.
  public mutating func paceLearned(_ pace: DestinationPace, at now: BootInstant) {
    let gap = self.pace.gap
    phase = phase(of: pace)
    if self.pace.gap != gap { epochBegan() }
    heldUntil = pace.heldUntil.map { min($0, now.advanced(by: settings.longestHold)) }
  }
}

// MARK: - Transitions

extension DestinationRelease {
  private func phase(of pace: DestinationPace) -> Phase {
    guard pace.gap < settings.smallestGap else {
      return .closed(gap: min(pace.gap, settings.longestGap))
    }
    // With a limit of one, one is all there ever is.
    guard pace.window > 1 || settings.limit == 1 else { return .canary }
    return .open(window: min(pace.window, settings.limit))
  }

  private mutating func succeeded(at now: BootInstant, draw: Double) {
    sample.append(isFailure: false)
    switch phase {
    case .canary: phase = .open(window: min(2, settings.limit))
    case .open(let window): phase = .open(window: window < settings.limit ? window + 1 : window)
    case .closed(let gap): narrow(to: gap / 2, at: now, draw: draw)
    }
  }

  private mutating func failed(isRefusal: Bool, at now: BootInstant, draw: Double) {
    sample.append(isFailure: true)
    switch phase {
    case .canary:
      close(gap: settings.firstGap, at: now, draw: draw)
    case .open:
      guard isRefusal || sample.isMostlyFailure else { return }
      close(gap: settings.firstGap, at: now, draw: draw)
    case .closed(let gap):
      close(gap: gap.doubled(1, atMost: settings.longestGap), at: now, draw: draw)
    }
  }

  private mutating func narrow(to gap: Duration, at now: BootInstant, draw: Double) {
    guard gap < settings.smallestGap else { return close(gap: gap, at: now, draw: draw) }
    phase = .open(window: min(2, settings.limit))
    epochBegan()
  }

  private mutating func close(gap: Duration, at now: BootInstant, draw: Double) {
    phase = .closed(gap: gap)
    hold(for: .interpolated(.zero...(gap * 2), at: draw), at: now)
    epochBegan()
  }

  private mutating func hold(for duration: Duration, at now: BootInstant) {
    let end = now.advanced(by: duration)
    heldUntil = max(heldUntil ?? end, end)
  }

  /// What began before has no say in what comes.
  private mutating func epochBegan() {
    epoch += 1
    sample = OutcomeSample(atLeast: settings.sample)
  }
}
