import NetwatchCore
import NetwatchJobs
import NetwatchSQLite
import NetwatchSystem

/// A connection to the file of a history, and what is done through it.
final class HistoryDatabase {
  /// What is known of the file without looking, as of the present transaction.
  struct Memory {
    /// The largest id of an event that is there, or was.
    var newest: Int64 = 0

    /// The largest id up to which events of any share may have been removed.
    var pruned: Int64 = 0

    /// What there is of each share.
    var kept: [HistoryShare: KeptEvents] = [:]

    /// What the last state is to somebody who watches; nil where there was none.
    var identity: String?

    /// The run that is under way; nil before it has begun.
    var run: Int64?

    /// What the boot clock showed when the run began, in microseconds.
    var began: Int64 = 0

    /// When it was last noted for how long the run has gone on; nil before it has begun.
    var noted: ClockMark?

    /// When the clocks were last compared in the run; nil before it has begun.
    var mark: ClockMark?

    /// What is too old, as of a moment and for an age.
    var reckoned: (mark: ClockMark, age: Int64, horizon: HistoryHorizon?)?

    /// Whether there may be more to remove.
    var hasSurplus = false

    /// The numbers of the endpoints.
    var endpoints: [String: Int64] = [:]
  }

  let connection: SQLiteConnection
  let clocks: SystemClocks
  let clockName: String
  let retention: CurrentRetention
  let lastSign: Int64?
  var memory = Memory()

  private var stored = Memory()
  private(set) var isWriting = false

  private init(_ connection: consuming SQLiteConnection, _ settings: HistoryStoreSettings) {
    self.connection = connection
    retention = settings.retention
    clocks = settings.clocks
    clockName = settings.clockName
    lastSign = settings.lastSign
  }

  /// Opens the file of a history, makes it where it is not there, and brings it up to date.
  ///
  /// - Throws: `JobStoreError`.
  static func open(_ settings: HistoryStoreSettings) throws -> HistoryDatabase {
    let path = try StorePath.prepare(settings.path, creates: true)
    return try StoreFile.reportingErrors(of: path.file) {
      let connection = try StoreFile.connect(path)
      try StoreFile.prepare(connection, path, .history)
      // What stands survives the death of the process; a power failure may take the last moments.
      try connection.execute("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2048")
      let database = HistoryDatabase(connection, settings)
      try database.remember()
      return database
    }
  }

  /// Opens the file once more, for long looks at it that nobody shall wait for.
  static func openForReading(_ settings: HistoryStoreSettings) throws -> HistoryDatabase {
    let path = try StorePath.prepare(settings.path, creates: false)
    return try StoreFile.reportingErrors(of: path.file) {
      let connection = try StoreFile.connect(path)
      try connection.execute("PRAGMA query_only = ON; PRAGMA cache_size = -2048")
      return HistoryDatabase(connection, settings)
    }
  }
}

/// What a history is opened with.
struct HistoryStoreSettings: Sendable {
  let path: String
  let retention: CurrentRetention
  let clocks: SystemClocks

  /// Names the boot clock among `clocks`.
  let clockName: String

  /// When the service before this one last gave a ``LifeSign``, in microseconds since 1970; nil where it
  /// never did.
  let lastSign: Int64?
}

extension HistoryDatabase: StoreDatabase {
  func begin(writing: Bool) throws(SQLiteError) {
    try connection.begin(writing: writing)
    isWriting = writing
    stored = memory
  }

  func commit() throws(SQLiteError) {
    try connection.commit()
    isWriting = false
  }

  func rollback() {
    isWriting = false
    memory = stored
    connection.rollback()
  }
}

extension HistoryDatabase {
  private enum SQL {
    static let count: StaticString = "SELECT count(*) FROM netwatch_events WHERE (kind = 1) = ?1"
    static let identity: StaticString = """
      SELECT identity FROM netwatch_events WHERE kind = 0 ORDER BY id DESC LIMIT 1
      """
  }

  private func remember() throws(SQLiteError) {
    memory.pruned = try pruned()
    memory.newest = try newest()
    for share in HistoryShare.allCases {
      let statement = try connection.statement(SQL.count)
      statement.bind(share.rawValue, at: 1)
      memory.kept[share] = KeptEvents(count: Int(try statement.first { $0.integer(0) } ?? 0))
    }
    memory.identity = try connection.statement(SQL.identity).first { $0.text(0) } ?? nil
  }

  /// What the clocks show.
  func now() -> ClockMark { ClockMark(clocks) }
}
