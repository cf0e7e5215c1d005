internal import NetwatchCore

/// When what is too old is removed: after the start, with a look of the monitor, so that a service that
/// has nothing to do wakes up for nothing else.
final class PruneTimes: Sendable {
  /// The signs; for one consumer.
  let signs: AsyncStream<Void>
  private let sign: AsyncStream<Void>.Continuation
  private let rule: Lock<PruneRule>

  /// The start is now.
  init(now: BootInstant) {
    (signs, sign) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    rule = Lock(PruneRule(now: now))
  }

  /// Jobs have changed.
  func jobsChanged() { rule.withLock { $0.jobsChanged() } }

  /// The monitor has looked.
  func looked(at now: BootInstant) {
    if rule.withLock({ $0.looked(at: now) }) { sign.yield() }
  }
}

/// Which looks are a sign: where jobs have changed since the last one, and after an hour in any case,
/// because jobs grow old though nothing happens.
struct PruneRule {
  private static let longest = Duration.seconds(3_600)

  private var hasNews = false
  private var last: BootInstant

  /// The start counts as a sign.
  init(now: BootInstant) { last = now }

  /// Jobs have changed.
  mutating func jobsChanged() { hasNews = true }

  /// The monitor has looked.
  ///
  /// - Returns: Whether that is a sign.
  mutating func looked(at now: BootInstant) -> Bool {
    guard hasNews || last.duration(to: now) >= Self.longest else { return false }
    (hasNews, last) = (false, now)
    return true
  }
}
