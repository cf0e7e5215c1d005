/// How much of something each may have, so that nobody goes without because somebody else has much.
package enum FairShare {
  /// The most that each may keep: the largest number with which all together keep no more than a limit.
  ///
  /// Whoever has no more than an equal share keeps all of it, and what they leave is for the others.
  ///
  /// - Parameters:
  ///   - amounts: What each has.
  ///   - limit: What they may keep together.
  /// - Returns: The number; the largest there is where they have no more than the limit.
  package static func level(of amounts: [Int], limit: Int) -> Int {
    var left = max(limit, 0)
    for (index, amount) in amounts.sorted().enumerated() {
      let share = left / (amounts.count - index)
      guard amount <= share else { return share }
      left -= amount
    }
    return .max
  }
}
