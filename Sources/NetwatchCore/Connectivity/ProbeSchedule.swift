/// Decides when rounds of probes start: one at a time, a minimum apart, and never because of their own
/// traffic.
struct ProbeSchedule: Sendable {
  struct Settings: Sendable {
    /// Time between rounds while they succeed, counted from the start of one.
    var interval: Duration
    var failureThreshold = 2
    var repeatDelay = Duration.milliseconds(100)...Duration.milliseconds(300)
    var firstBackoff = Duration.seconds(1)
    var minimumGap = Duration.milliseconds(100)
    /// After a round that succeeded, or that traffic outweighed: one dead destination under heavy
    /// traffic casts a doubt with each request, and the answer to all of them is the same.
    var doubtGap = Duration.seconds(1)
    /// A host's probes are spread so that a fleet's do not fall together.
    var jitter = 0.05
  }

  private enum State: Sendable {
    /// Nothing to probe.
    ///
    /// - Next: `waiting` when a path begins, or is back before its loss was told.
    case idle

    /// The next round is due at this moment; `isCheck` where it answers a doubt.
    ///
    /// - Next: `running` when it is due, `idle` when the last path goes.
    case waiting(until: BootInstant, isCheck: Bool)

    /// A round is under way.
    ///
    /// - Next: `waiting` when it ends or its paths change, `idle` when the last path goes.
    case running(ProbeRound, isCheck: Bool)
  }

  private let settings: Settings
  private var state = State.idle
  private var backoffs = 0
  private var rounds: UInt64 = 0
  private var lastStart: BootInstant?
  private var hasSucceeded = false
  /// Whether the round under way has shown what it was to show.
  private var isAnswered = false
  /// Whether a doubt came after that.
  private var isDoubtedSince = false

  init(settings: Settings) {
    self.settings = settings
  }

  /// When the next round is due.
  var deadline: BootInstant? {
    if case .waiting(let until, _) = state { until } else { nil }
  }

  /// The round under way.
  var current: ProbeRound? {
    if case .running(let round, _) = state { round } else { nil }
  }

  /// Whether a doubt is being looked into, so that an answer is near.
  var isVerifying: Bool {
    switch state {
    case .idle: false
    case .waiting(_, let isCheck), .running(_, let isCheck): isCheck
    }
  }

  /// A path began: what was under way is about another one, and an answer is wanted at once.
  mutating func pathBegan(at now: BootInstant) {
    backoffs = 0
    hasSucceeded = false
    wait(until: soonest(now), isCheck: true)
  }

  /// There is a path, and it is none that began: where probing ended because it seemed to be lost, it
  /// goes on with a look at once.
  mutating func pathStayed(at now: BootInstant) {
    guard case .idle = state else { return }
    wait(until: soonest(now), isCheck: true)
  }

  /// The last path went.
  mutating func pathsEnded() {
    state = .idle
  }

  /// The path that was proven went, and another one stays: look at once.
  mutating func pathRemained(at now: BootInstant) {
    bringForward(to: soonest(now))
  }

  /// Traffic casts doubt on the level: look at once, unless a look is under way or was a moment ago.
  mutating func doubted(at now: BootInstant) {
    bringForward(to: soonest(now, gap: hasSucceeded ? settings.doubtGap : settings.minimumGap))
  }

  private mutating func bringForward(to instant: BootInstant) {
    switch state {
    case .idle: break
    case .running(let round, _):
      // What the round has shown already is older than the doubt.
      isDoubtedSince = isDoubtedSince || isAnswered
      state = .running(round, isCheck: true)
    case .waiting(let until, _): wait(until: min(until, instant), isCheck: true)
    }
  }

  /// Real traffic proved the path: no probe is needed for one interval.
  mutating func trafficVerified(at moment: Moment) {
    guard case .waiting = state else { return }
    backoffs = 0
    let interval = max(settings.interval, .zero)
    let delay = Duration.interpolated(interval...(interval + spread(interval)), at: moment.draw)
    wait(until: max(soonest(moment.instant), moment.instant.advanced(by: delay)))
  }

  /// Starts a round where one is due.
  mutating func timePassed(at now: BootInstant, generations: Generations) -> ProbeRound? {
    guard case .waiting(let until, let isCheck) = state, until <= now else { return nil }
    rounds += 1
    lastStart = now
    let round = ProbeRound(id: rounds, generations: generations, start: now)
    state = .running(round, isCheck: isCheck)
    isAnswered = false
    isDoubtedSince = false
    return round
  }

  /// The round under way has shown what it was to show, and nobody needs to wait for its end.
  mutating func roundAnswered() {
    guard case .running(let round, _) = state, !isAnswered else { return }
    isAnswered = true
    state = .running(round, isCheck: false)
  }

  /// The round under way has ended.
  mutating func roundFinished(
    _ verdict: EvidenceMachine.RoundVerdict,
    failedRounds: Int,
    at moment: Moment
  ) {
    guard let round = current else { return }
    let now = moment.instant
    hasSucceeded = verdict == .success || verdict == .outweighed
    switch verdict {
    case .success, .outweighed:
      backoffs = 0
      guard !isDoubtedSince else {
        return wait(until: soonest(now, gap: settings.doubtGap), isCheck: true)
      }
      let delay = jittered(settings.interval, moment.draw)
      wait(until: max(soonest(now), round.start.advanced(by: delay)))
    case .failed where failedRounds < settings.failureThreshold:
      let delay = Duration.interpolated(settings.repeatDelay, at: moment.draw)
      wait(until: now.advanced(by: delay), isCheck: true)
    case .failed, .unknown:
      let delay = settings.firstBackoff.doubled(backoffs, atMost: settings.interval)
      backoffs += 1
      wait(until: max(soonest(now), round.start.advanced(by: jittered(delay, moment.draw))))
    case .stale:
      wait(until: soonest(now), isCheck: true)
    }
  }

  private mutating func wait(until: BootInstant, isCheck: Bool = false) {
    state = .waiting(until: until, isCheck: isCheck)
  }

  private func soonest(_ now: BootInstant, gap: Duration? = nil) -> BootInstant {
    guard let lastStart else { return now }
    return max(now, lastStart.advanced(by: gap ?? settings.minimumGap))
  }

  private func jittered(_ duration: Duration, _ draw: Double) -> Duration {
    let duration = max(duration, .zero)
    let spread = spread(duration)
    return Duration.interpolated((duration - spread)...(duration + spread), at: draw)
  }

  private func spread(_ duration: Duration) -> Duration {
    .nanoseconds(Int64(Double(duration.clampedNanoseconds) * settings.jitter))
  }
}
