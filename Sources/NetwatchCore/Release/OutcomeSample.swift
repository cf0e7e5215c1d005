/// Which of the last few outcomes were failures of the connection.
struct OutcomeSample: Hashable, Sendable {
  /// The most outcomes that can be looked at.
  static let capacity = UInt64.bitWidth

  private let size: Int
  /// One bit an outcome, the newest in the lowest.
  private var failures: UInt64 = 0
  private var count = 0

  /// Creates an empty sample of the last `size` outcomes, from 1 to ``capacity``.
  init(size: Int) {
    self.size = size
  }

  /// Whether there are enough outcomes, and more than half of them are failures.
  var isMostlyFailure: Bool {
    count == size && failures.nonzeroBitCount * 2 > size
  }

  mutating func append(isFailure: Bool) {
    let kept = ~UInt64.zero >> UInt64(Self.capacity - size)
    failures = (failures << 1 | (isFailure ? 1 : 0)) & kept
    count = min(count + 1, size)
  }
}
