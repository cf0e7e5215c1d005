import NetwatchJobs
import NetwatchSQLite
import NetwatchSystem

/// A connection to the file of a store of jobs, and what is done through it.
final class JobDatabase {
  /// How long the clocks in the file may be behind the present.
  private static let clockAge: Int64 = 60_000

  let file: String
  let identity: String
  let limits: JobLimits
  let clock: StoreClock
  let connection: SQLiteConnection

  /// Names the boot clock in the file.
  private let clockName: String

  /// The last entry about the clock in the file, as the store's time and as civil time; nil before the
  /// first one.
  private var clockEntry: (seen: Int64, wall: Int64)?

  /// What is counted instead of being looked for, as of the present transaction.
  var totals = StoreTotals()

  /// Whether the present transaction may write.
  private(set) var isWriting = false

  /// The rows that wait for others, to go into the table together.
  var rows: [NewRow] = []

  var lanes = LaneCache()
  var changes = PendingChanges()

  init(
    _ connection: consuming SQLiteConnection,
    file: String,
    identity: String,
    limits: JobLimits,
    clock: StoreClock,
    clockName: String
  ) {
    self.connection = connection
    self.file = file
    self.identity = identity
    self.limits = limits
    self.clock = clock
    self.clockName = clockName
  }
}

extension JobDatabase: StoreDatabase {
  private enum SQL {
    static let version: StaticString = "PRAGMA data_version"
    static let noteClock: StaticString = """
      INSERT INTO netwatch_clocks (clock, base, seen, wall) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (clock) DO UPDATE SET seen = ?3, wall = ?4
      """
  }

  /// Begins a transaction; one that writes waits for others that do.
  func begin(writing: Bool) throws(SQLiteError) {
    try connection.begin(writing: writing)
    isWriting = writing
    let known = totals.laneRemovals
    totals = try readTotals()
    if totals.laneRemovals != known { lanes = LaneCache() }
  }

  /// Ends the transaction; when it returns, what was written would survive a crash.
  func commit() throws(SQLiteError) {
    if isWriting {
      try writeTotals()
      try noteClock()
    }
    try connection.commit()
    isWriting = false
  }

  /// Forgets the transaction.
  func rollback() {
    isWriting = false
    changes = PendingChanges()
    clockEntry = nil
    rows = []
    // They may be those of lanes that were made in it.
    lanes = LaneCache()
    connection.rollback()
  }

  /// The changes since the last time; they stand.
  func takeChanges() -> [StoreChange] {
    defer { changes = PendingChanges() }
    return changes.all
  }

  /// A number that changes when another connection has changed the file.
  func foreignVersion() throws(SQLiteError) -> Int64 {
    try connection.statement(SQL.version).first { $0.integer(0) } ?? 0
  }

  /// Whether no transaction that writes is under way, so that all that was written is to be seen; true
  /// where that can't be found out.
  func isNobodyWriting() -> Bool {
    connection.setBusyTimeout(milliseconds: 0)
    defer { connection.setBusyTimeout(milliseconds: StoreFile.busyTimeout) }
    do {
      try connection.begin(writing: true)
      try connection.commit()
      return true
    } catch {
      if connection.isInTransaction { rollback() }
      return error.kind != .busy
    }
  }

  /// Keeps in the file what time it is, so that time goes on from there after a reboot, and so that the
  /// view for submitting knows it: anew once a minute, and where the wall clock was set.
  private func noteClock() throws(SQLiteError) {
    let (now, wall) = (clock.now, clock.wall)
    if let entry = clockEntry {
      let drift = (wall &- entry.wall) &- (now &- entry.seen)
      guard now &- entry.seen >= Self.clockAge || drift.magnitude > 1_000 else { return }
    }
    let statement = try connection.statement(SQL.noteClock)
    statement.bind(clockName, at: 1)
    statement.bind(clock.base, at: 2)
    statement.bind(now, at: 3)
    statement.bind(wall, at: 4)
    try statement.run()
    clockEntry = (now, wall)
  }
}
