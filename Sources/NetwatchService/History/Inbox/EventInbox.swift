internal import NetwatchCore
internal import NetwatchJobs
internal import NetwatchSQLiteStores

/// What has happened and is not written yet; any thread adds to it, and waits for nobody.
///
/// It holds so many events. Those beyond are counted and left out, and their place is taken by an event
/// that says so. States have room of their own, so that no burst of jobs pushes one out; of too many of
/// them, the newest is kept.
struct EventInbox: Sendable {
  /// The most events of jobs and probes.
  static let limit = 16_384

  /// The most states; far more than come before somebody takes them, unless the file can't be written.
  static let stateLimit = 256

  private enum Item: Sendable {
    case began(StateSnapshot)
    case state(StateSnapshot)
    case jobs([JobTransition], WallTime)
    case probes([ProbeReport], WallTime)
  }

  private var items: [Item] = []

  /// How many events of jobs and probes are among them.
  private var count = 0

  /// How many states there are, also among ``spares``.
  private var states = 0

  /// How many events were left out since the last time.
  private var surplus = 0

  /// The states since events were left out.
  private var spares: [StateSnapshot] = []

  /// What is written before everything else, after a failure.
  private var remains: [HistoryInput] = []

  /// Whether somebody was told to come and take.
  private(set) var isAnnounced = false

  /// Whether the caller is to tell somebody to come and take.
  mutating func announces() -> Bool {
    defer { isAnnounced = true }
    return !isAnnounced
  }

  mutating func append(began state: StateSnapshot) { items.append(.began(state)) }

  mutating func append(state: StateSnapshot) {
    if states >= Self.stateLimit {
      surplus += 1
      _ = spares.popLast()
    } else {
      states += 1
    }
    if surplus == 0 { items.append(.state(state)) } else { spares.append(state) }
  }

  mutating func append(transitions: [JobTransition], at time: WallTime) {
    add(.jobs(transitions, time), transitions.count)
  }

  mutating func append(probes: [ProbeReport], at time: WallTime) {
    add(.probes(probes, time), probes.count)
  }

  private mutating func add(_ item: Item, _ size: Int) {
    // Once events are missing, none goes in before that is said.
    guard surplus == 0, size <= Self.limit - count else {
      surplus += size
      return
    }
    items.append(item)
    count += size
  }
}

extension EventInbox {
  /// Takes everything.
  ///
  /// - Parameter now: The present time.
  /// - Returns: It, and how many events were left out.
  mutating func take(at now: WallTime) -> (inputs: [HistoryInput], lost: Int) {
    var inputs = remains
    inputs.reserveCapacity(remains.count + count + states + 2)
    for item in items { inputs += Self.inputs(item) }
    if surplus > 0 {
      inputs.append(.event(.gap("\(surplus) events came too fast to be written"), at: now))
      for state in spares { inputs += Self.inputs(.state(state)) }
    }
    defer { self = EventInbox() }
    return (inputs, surplus)
  }

  /// Notes that what was taken could not be written: only that, and the newest state, will be.
  ///
  /// - Parameters:
  ///   - inputs: What was taken.
  ///   - reason: Why, in words.
  ///   - now: The present time.
  /// - Returns: How many events are lost, and the newest state.
  mutating func giveBack(
    _ inputs: [HistoryInput],
    _ reason: String,
    at now: WallTime
  ) -> (lost: Int, state: StateEntry?) {
    var (lost, hasBegun) = (0, false)
    var state: (entry: StateEntry, time: WallTime)?
    for input in inputs {
      switch input {
      case .began(let entry, let time): (hasBegun, state) = (true, (entry, time))
      case .event(.state(let entry), let time): (lost, state) = (lost + 1, (entry, time))
      case .event(.gap, _): break
      case .event: lost += 1
      }
    }
    remains = [.event(.gap(reason), at: now)]
    if let (entry, time) = state {
      // The run begins first.
      remains.insert(
        hasBegun ? .began(entry, at: time) : .event(.state(entry), at: time),
        at: hasBegun ? 0 : 1
      )
    }
    return (lost, state?.entry)
  }

  private static func inputs(_ item: Item) -> [HistoryInput] {
    switch item {
    case .began(let state): [.began(StateEntry(state), at: state.state.time)]
    case .state(let state): [.event(.state(StateEntry(state)), at: state.state.time)]
    case .jobs(let transitions, let time): transitions.map { .event(.job($0), at: time) }
    case .probes(let probes, let time): probes.map { .event(.probe($0), at: time) }
    }
  }
}
