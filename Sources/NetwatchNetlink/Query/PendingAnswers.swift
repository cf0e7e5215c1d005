/// Which requests of one datagram have not been answered yet.
struct PendingAnswers {
  /// How many requests it can keep account of.
  static let limit = 32

  private let first: UInt32
  private let count: Int
  private var unanswered: UInt64

  /// - Parameters:
  ///   - first: The sequence number of the first request.
  ///   - count: How many there are, at most `limit`.
  init(first: UInt32, count: Int) {
    self.first = first
    self.count = count
    unanswered = (1 << UInt64(count)) - 1
  }

  var isEmpty: Bool { unanswered == 0 }

  /// The place of the request that an answer belongs to; nil for an answer to something older, and
  /// for a second answer.
  mutating func take(_ sequence: UInt32) -> Int? {
    let index = Int(sequence &- first)
    guard index < count, unanswered & (1 << UInt64(index)) != 0 else { return nil }
    unanswered &= ~(1 << UInt64(index))
    return index
  }
}
