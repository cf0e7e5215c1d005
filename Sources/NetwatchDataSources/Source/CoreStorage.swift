import NetwatchCore

/// All of a data source that changes.
struct CoreStorage<Value: Sendable> {
  typealias Caller = CheckedContinuation<Value, any Error>

  var machine: DataSourceMachine<Value>
  var callers: [UInt64: Caller] = [:]
  var nextID: UInt64 = 0
  var run: (id: UInt64, task: Task<Void, Never>)?
  /// What reads the dependencies, and what loads the stored value.
  var readers: [Task<Void, Never>] = []

  var audiences = Audiences<Value>()
  /// What readers were told last.
  private var toldVersion: UInt64
  private var toldState: DataSourceState
  /// What they are to be told, in order.
  private var announcements: [Announcement<Value>] = []
  private(set) var isAnnouncing = false

  /// The moment that the timer is set to.
  var timer: BootInstant?

  init(machine: DataSourceMachine<Value>) {
    self.machine = machine
    (toldVersion, toldState) = (machine.version, machine.state)
  }

  mutating func makeID() -> UInt64 {
    nextID += 1
    return nextID
  }

  var pair: DataSourceValueWithState<Value> {
    DataSourceValueWithState(value: machine.value, state: machine.state)
  }
}

// MARK: - Telling readers

extension CoreStorage {
  /// Takes note of what has changed since readers were told.
  mutating func announceChanges() {
    let (version, state) = (machine.version, machine.state)
    let (ofValue, ofState) = (version != toldVersion, state != toldState)
    guard ofValue || ofState else { return }
    (toldVersion, toldState) = (version, state)
    announcements.append(.news(pair, ofValue: ofValue, ofState: ofState, to: audiences))
  }

  mutating func announceEnd() {
    announcements.append(.end(audiences))
    audiences = Audiences()
  }

  /// Whether whoever asks is to deliver: nobody else does.
  mutating func beginAnnouncing() -> Bool {
    guard !announcements.isEmpty, !isAnnouncing else { return false }
    isAnnouncing = true
    return true
  }

  /// What is to be delivered next; nobody delivers any more where there is nothing.
  mutating func takeAnnouncements() -> [Announcement<Value>] {
    isAnnouncing = !announcements.isEmpty
    defer { announcements = [] }
    return announcements
  }
}
