/// Who has how many bytes of bodies that are received or handled, so that nobody keeps the others out.
///
/// A user has at most half of what there is, all of them together three quarters, and the rest is for
/// the users who have to get in; but always as much as one body may have. Over TCP, where nobody knows
/// who sends, all count as one user.
struct BodyShares: Sendable {
  private let total: Int
  private let perUser: Int
  private let shared: Int
  private let unlimitedUsers: Set<UInt32>

  private var sums: [UInt32?: Int] = [:]
  private var sum = 0
  private var sharedSum = 0

  init(_ settings: HTTPServerSettings) {
    total = settings.bodiesLimit
    perUser = max(total / 2, settings.bodyLimit)
    shared = max(total / 4 * 3, settings.bodyLimit)
    unlimitedUsers = settings.connections.unlimitedUsers
  }

  /// How many bytes more somebody can have.
  ///
  /// - Parameter user: Who sends; nil: somebody over TCP.
  /// - Returns: The bytes; less than one where there is no room.
  func room(for user: UInt32?) -> Int {
    let room = total - sum
    if isUnlimited(user) { return room }
    return min(room, shared - sharedSum, perUser - (sums[user] ?? 0))
  }

  /// Somebody has more bytes, or fewer.
  mutating func change(by count: Int, of user: UInt32?) {
    guard count != 0 else { return }
    sum += count
    if isUnlimited(user) { return }
    sharedSum += count
    let sum = (sums[user] ?? 0) + count
    sums[user] = sum > 0 ? sum : nil
  }

  private func isUnlimited(_ user: UInt32?) -> Bool {
    user.map(unlimitedUsers.contains) ?? false
  }
}
