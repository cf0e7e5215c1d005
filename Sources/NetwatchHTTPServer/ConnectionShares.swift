/// Who has how many of a listener's connections, so that nobody keeps the others out.
///
/// A user has at most a share, all of them together have less than there are, and the rest is for the
/// users who have to get in: root and the service's own. Over TCP nobody knows who connects; there
/// all count as one, and whoever waits for nothing goes first (``LoopListener``).
struct ConnectionShares: Sendable {
  private let limits: HTTPServerSettings.ConnectionLimits
  private var counts: [UInt32: Int] = [:]
  private var sum = 0

  init(_ limits: HTTPServerSettings.ConnectionLimits) {
    self.limits = limits
  }

  /// Whether all that is left is kept for others.
  private var isFull: Bool { sum >= limits.shared }

  /// Gives a user one more connection; false where they, or all together, have what they can have.
  ///
  /// - Parameter user: Who connects; nil: somebody over TCP.
  /// - Returns: Whether they are let in.
  mutating func take(for user: UInt32?) -> Bool {
    guard let user else {
      guard !isFull else { return false }
      sum += 1
      return true
    }
    guard !limits.unlimitedUsers.contains(user) else { return true }
    guard !isFull, counts[user, default: 0] < limits.perUser else { return false }
    counts[user, default: 0] += 1
    sum += 1
    return true
  }

  /// A connection that was taken is no more.
  mutating func giveBack(of user: UInt32?) {
    guard let user else {
      sum -= 1
      return
    }
    guard !limits.unlimitedUsers.contains(user), let count = counts[user] else { return }
    counts[user] = count > 1 ? count - 1 : nil
    sum -= 1
  }
}
