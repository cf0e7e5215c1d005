/// Decides when a flip of availability may be told to observers.
///
/// A loss waits `lossDelay`, a recovery `recoveryDelay`, doubled for each published loss after the
/// first in the last minute, and fixed when the recovery begins. A flip that is taken back in time
/// never happened. Changes at constant availability pass at once.
struct FlapDamper: Sendable {
  struct Settings: Sendable {
    var lossDelay: Duration
    var recoveryDelay: Duration
    var longestRecoveryDelay = Duration.seconds(8)
    var flapWindow = Duration.seconds(60)
  }

  enum Decision: Equatable, Sendable {
    /// Tell observers now.
    case publish

    /// Say nothing before this moment.
    case hold(until: BootInstant)
  }

  private enum State: Sendable {
    /// What observers were told is what is.
    case steady

    /// Availability has flipped, and observers do not know.
    ///
    /// - Next: `steady` when the flip is published or taken back.
    case pending(until: BootInstant)
  }

  private let settings: Settings
  private var state = State.steady
  private var losses: [BootInstant] = []

  /// What observers were told last.
  private(set) var publishedAvailability: Bool

  init(settings: Settings, available: Bool) {
    self.settings = settings
    publishedAvailability = available
  }

  /// When the pending flip is due.
  var deadline: BootInstant? {
    if case .pending(let until) = state { until } else { nil }
  }

  /// How many losses were published in the minute before a moment.
  func flaps(at now: BootInstant) -> Int {
    let window = settings.flapWindow.clampedNanoseconds
    return losses.count { $0.nanoseconds(to: now) < window }
  }

  /// Availability is this now, which may be what it was.
  mutating func settled(available: Bool, at now: BootInstant) -> Decision {
    guard available != publishedAvailability else {
      state = .steady
      return .publish
    }
    let due = deadline ?? due(available: available, at: now)
    guard due <= now else {
      state = .pending(until: due)
      return .hold(until: due)
    }
    return publish(available, at: now)
  }

  /// A failure that the kernel confirmed: a loss is told at once.
  mutating func lossConfirmed(at now: BootInstant) -> Decision {
    guard publishedAvailability else { return settled(available: false, at: now) }
    return publish(false, at: now)
  }

  /// Observers see this now, whatever was pending.
  mutating func told(available: Bool) {
    state = .steady
    publishedAvailability = available
  }

  private mutating func publish(_ available: Bool, at now: BootInstant) -> Decision {
    state = .steady
    publishedAvailability = available
    if !available {
      forgetOldLosses(at: now)
      losses.append(now)
    }
    return .publish
  }

  private mutating func forgetOldLosses(at now: BootInstant) {
    let window = settings.flapWindow.clampedNanoseconds
    // They are in order, and mostly there is nothing to forget.
    guard let oldest = losses.first, oldest.nanoseconds(to: now) >= window else { return }
    losses.removeAll { $0.nanoseconds(to: now) >= window }
  }

  private func due(available: Bool, at now: BootInstant) -> BootInstant {
    let delay = available ? settings.recoveryDelay : settings.lossDelay
    guard delay > .zero else { return now }
    guard available else { return now.advanced(by: delay) }
    let longest = max(settings.longestRecoveryDelay, delay)
    return now.advanced(by: delay.doubled(flaps(at: now) - 1, atMost: longest))
  }
}
