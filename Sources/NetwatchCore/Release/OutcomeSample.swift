/// Which of the last outcomes were failures of the connection.
///
/// It looks back over more outcomes than it needs for a first conclusion. With the least that it
/// needs alone, failures that have nothing to do with each other would be the majority again and
/// again: where a fifth fails, that is more than half of the last eight every few hundred outcomes.
struct OutcomeSample: Hashable, Sendable {
  /// The most outcomes that can be looked at.
  static let capacity = UInt64.bitWidth

  private let least: Int
  /// One bit an outcome, the newest in the lowest.
  private var failures: UInt64 = 0
  private var count = 0

  /// Creates an empty sample.
  ///
  /// - Parameter least: How many outcomes it takes to conclude anything, from 1 to ``capacity``; four
  ///   times as many are looked at where there is room.
  init(atLeast least: Int) {
    self.least = least
  }

  private var most: Int { min(4 * least, Self.capacity) }

  /// Whether there are enough outcomes, and more than half of them are failures.
  var isMostlyFailure: Bool {
    count >= least && failures.nonzeroBitCount * 2 > count
  }

  mutating func append(isFailure: Bool) {
    let kept = ~UInt64.zero >> UInt64(Self.capacity - most)
    failures = (failures << 1 | (isFailure ? 1 : 0)) & kept
    count = min(count + 1, most)
  }
}
