import NetwatchHTTP

/// How far an exchange has come, and when that was told last.
struct ProgressMeter {
  private static let interval = Duration.milliseconds(50)

  var counts = TransferProgress(sent: 0, toSend: nil, received: 0, expected: nil)
  private var lastReport: ContinuousClock.Instant?

  /// What is to be told now; nil where it was told too recently.
  mutating func due(at now: ContinuousClock.Instant, isLast: Bool) -> TransferProgress? {
    if let lastReport, !isLast, now - lastReport < Self.interval { return nil }
    lastReport = now
    return counts
  }
}
