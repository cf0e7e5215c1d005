/// Calls of refresh that wait for the same thing.
struct CallGroup: Sendable {
  var calls: [UInt64] = []
  /// Those of them that a fetch may not answer that is under way already.
  var apart: Set<UInt64> = []
  /// Whether the source itself wants the refresh, so that it goes on without calls.
  var isAutomatic = false

  static let automatic = CallGroup(isAutomatic: true)

  var isEmpty: Bool { calls.isEmpty && !isAutomatic }

  /// All that a fetch under way may answer.
  var joining: CallGroup {
    CallGroup(calls: calls.filter { !apart.contains($0) }, isAutomatic: isAutomatic)
  }

  /// All that it may not.
  var standingApart: CallGroup {
    CallGroup(calls: calls.filter(apart.contains), apart: apart)
  }

  /// The same calls, none of which a fetch under way may answer.
  var allApart: CallGroup {
    CallGroup(calls: calls, apart: Set(calls), isAutomatic: isAutomatic)
  }

  mutating func merge(_ other: CallGroup) {
    calls += other.calls
    apart.formUnion(other.apart)
    isAutomatic = isAutomatic || other.isAutomatic
  }

  /// Returns whether the call was one of these.
  mutating func remove(_ call: UInt64) -> Bool {
    guard let index = calls.firstIndex(of: call) else { return false }
    calls.remove(at: index)
    apart.remove(call)
    return true
  }
}
