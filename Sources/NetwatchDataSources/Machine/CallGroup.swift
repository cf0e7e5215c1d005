/// Calls of refresh that get the same result.
struct CallGroup: Sendable {
  var calls: [UInt64] = []
  /// Whether the source itself wants the refresh, so that it goes on without calls.
  var isAutomatic = false
  /// Whether all may be answered by a fetch that is under way already.
  var joins = true

  static let automatic = CallGroup(isAutomatic: true)

  var isEmpty: Bool { calls.isEmpty && !isAutomatic }

  mutating func merge(_ other: CallGroup) {
    calls += other.calls
    isAutomatic = isAutomatic || other.isAutomatic
    joins = joins && other.joins
  }

  /// Returns whether the call was one of these.
  mutating func remove(_ call: UInt64) -> Bool {
    guard let index = calls.firstIndex(of: call) else { return false }
    calls.remove(at: index)
    return true
  }
}
