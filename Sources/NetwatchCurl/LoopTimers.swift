/// When the loop has to look at something of its own accord.
struct LoopTimers {
  private var watched = 0
  private var stallInterval = Duration.seconds(60)
  private var stallLook: ContinuousClock.Instant?
  private var idleEnd: ContinuousClock.Instant?
  private var active = 0

  /// The next moment to look; nil for none.
  var next: ContinuousClock.Instant? {
    [stallLook, active == 0 ? idleEnd : nil].compactMap(\.self).min()
  }

  mutating func started(_ stall: StallWatch?, at now: ContinuousClock.Instant) {
    active += 1
    guard let stall else { return }
    stallInterval = watched == 0 ? stall.interval : min(stallInterval, stall.interval)
    watched += 1
    stallLook = min(stallLook ?? now + stall.interval, now + stall.interval)
  }

  mutating func ended(_ stall: StallWatch?) {
    active -= 1
    guard stall != nil else { return }
    watched -= 1
    if watched == 0 { stallLook = nil }
  }

  mutating func usedConnections(until idleEnd: ContinuousClock.Instant) {
    self.idleEnd = idleEnd
  }

  /// Whether the time for the next look has come; then the one after is planned.
  mutating func mustLookForStalls(at now: ContinuousClock.Instant) -> Bool {
    guard let stallLook, stallLook <= now else { return false }
    self.stallLook = now + stallInterval
    return true
  }

  /// Whether connections have been kept for too long without a transfer; it is said once.
  mutating func isIdleTooLong(at now: ContinuousClock.Instant) -> Bool {
    guard active == 0, let idleEnd, idleEnd <= now else { return false }
    self.idleEnd = nil
    return true
  }
}
