/// Those who read a stream of a data source.
struct Audience<Element: Sendable>: Sendable {
  typealias Member = AsyncStream<Element>.Continuation

  private(set) var members: [UInt64: Member] = [:]

  mutating func join(_ id: UInt64, _ member: Member) {
    members[id] = member
  }

  /// Returns the member that left, to be let go of where no lock is held.
  mutating func leave(_ id: UInt64) -> Member? {
    members.removeValue(forKey: id)
  }

  func tell(_ element: Element) {
    for member in members.values { member.yield(element) }
  }

  func finish() {
    for member in members.values { member.finish() }
  }
}

/// All who read a data source's streams.
struct Audiences<Value: Sendable>: Sendable {
  var values = Audience<Value>()
  var states = Audience<DataSourceState>()
  var pairs = Audience<DataSourceValueWithState<Value>>()
}

/// Something to tell readers, and which: those who were there when it happened.
enum Announcement<Value: Sendable>: Sendable {
  case news(DataSourceValueWithState<Value>, ofValue: Bool, ofState: Bool, to: Audiences<Value>)
  case end(Audiences<Value>)

  func deliver() {
    switch self {
    case .news(let pair, let ofValue, let ofState, let audiences):
      if ofValue { audiences.values.tell(pair.value) }
      if ofState { audiences.states.tell(pair.state) }
      audiences.pairs.tell(pair)
    case .end(let audiences):
      audiences.values.finish()
      audiences.states.finish()
      audiences.pairs.finish()
    }
  }
}
