internal import NetwatchCore

/// How far an upload has come, and how fast.
struct UploadMeter: Sendable {
  /// What the rate is an average of.
  private static let window = Duration.seconds(5)

  let total: Int64
  private(set) var sent: Int64 = 0
  private var samples: [(moment: BootInstant, sent: Int64)] = []

  init(total: Int64) {
    self.total = total
  }

  /// The bytes a second of late; `nil` while that is not known.
  var rate: Int64? {
    guard let first = samples.first, let last = samples.last, first.moment < last.moment else {
      return nil
    }
    let milliseconds = first.moment.duration(to: last.moment).clampedNanoseconds / 1_000_000
    let count = (last.sent - first.sent).multipliedReportingOverflow(by: 1000)
    guard milliseconds > 0, !count.overflow else { return nil }
    return count.partialValue / milliseconds
  }

  /// How many seconds are left at this rate; `nil` where nothing moves.
  var secondsLeft: Int64? {
    guard let rate, rate > 0 else { return nil }
    return (total - sent) / rate
  }

  /// Takes note of how far it has come.
  mutating func sent(_ count: Int64) {
    // It goes on from what the server has: what was measured before is no longer true.
    if count < sent { samples = [] }
    sent = count
  }

  /// Takes a sample for the rate, and tells whether something has moved since the last one.
  @discardableResult
  mutating func sample(at moment: BootInstant) -> Bool {
    let isMoving = samples.last.map { $0.sent != sent } ?? true
    samples.append((moment, sent))
    samples.removeAll { $0.moment.duration(to: moment) > Self.window }
    return isMoving
  }
}
