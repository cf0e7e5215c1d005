/// Notices that no byte has gone either way for too long.
struct StallWatch {
  private let limit: Duration
  private var bytes: Int64 = -1
  private var lastChange: ContinuousClock.Instant?

  init(limit: Duration) {
    self.limit = max(limit, .milliseconds(1))
  }

  /// How often it has to look, to be late by a quarter of the limit at most.
  var interval: Duration { max(limit / 4, .milliseconds(1)) }

  /// So many bytes have gone so far; an excuse is that nothing could go, for a reason that is not the
  /// network's. Says whether the limit is reached.
  mutating func looked(at now: ContinuousClock.Instant, bytes: Int64, isExcused: Bool) -> Bool {
    guard let lastChange, bytes == self.bytes, !isExcused else {
      self.bytes = bytes
      lastChange = now
      return false
    }
    return now - lastChange >= limit
  }
}
