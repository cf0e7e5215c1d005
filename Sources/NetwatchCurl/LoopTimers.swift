/// When the loop has to look at something of its own accord.
struct LoopTimers {
  private var watched = 0
  private var stallInterval = Duration.seconds(60)
  private var stallLook: ContinuousClock.Instant?
  private var sendLook: ContinuousClock.Instant?
  private var idleEnd: ContinuousClock.Instant?
  private var active = 0

  /// The next moment to look; nil for none.
  var next: ContinuousClock.Instant? {
    [stallLook, sendLook, active == 0 ? idleEnd : nil].compactMap(\.self).min()
  }

  mutating func started(_ transfer: TransferState, at now: ContinuousClock.Instant) {
    active += 1
    sendLook = min(sendLook ?? transfer.sendDeadline, transfer.sendDeadline)
    guard let stall = transfer.stall else { return }
    stallInterval = watched == 0 ? stall.interval : min(stallInterval, stall.interval)
    watched += 1
    stallLook = min(stallLook ?? now + stall.interval, now + stall.interval)
  }

  mutating func ended(_ transfer: TransferState) {
    active -= 1
    if active == 0 { sendLook = nil }
    guard transfer.stall != nil else { return }
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

  /// Whether a request may not have been sent in time; then the next look is planned with
  /// ``lookForUnsent(at:)``.
  func mustLookForUnsent(at now: ContinuousClock.Instant) -> Bool {
    sendLook.map { $0 <= now } ?? false
  }

  /// The next request that is not sent must be at that time.
  mutating func lookForUnsent(at next: ContinuousClock.Instant?) {
    sendLook = next
  }

  /// Whether there may be connections that are kept.
  var keepsConnections: Bool { idleEnd != nil }

  /// Whether connections have been kept for too long without a transfer; it is said once.
  mutating func isIdleTooLong(at now: ContinuousClock.Instant) -> Bool {
    guard active == 0, let idleEnd, idleEnd <= now else { return false }
    self.idleEnd = nil
    return true
  }
}
