internal import NetwatchCore

/// A meter that one thread moves and another one reads.
final class UploadGauge: Sendable {
  private let meter: Lock<UploadMeter>

  init(total: Int64) {
    meter = Lock(UploadMeter(total: total))
  }

  /// What it shows.
  var reading: UploadMeter { meter.withLock { $0 } }

  /// Takes note of how far the upload has come.
  func sent(_ count: Int64) { meter.withLock { $0.sent(count) } }

  /// Takes a sample, and tells whether something has moved since the last one.
  func sample(at moment: BootInstant) -> (reading: UploadMeter, isMoving: Bool) {
    meter.withLock { meter in
      let isMoving = meter.sample(at: moment)
      return (meter, isMoving)
    }
  }
}
