import NetwatchSQLite

/// The times in which the service was there.
extension HistoryDatabase {
  /// How many ids are left out after the machine has died: more than it could have lost the events of.
  private static let lostIDs: Int64 = 1 << 20

  private enum SQL {
    static let last: StaticString = """
      SELECT id, boot, stopped IS NOT NULL FROM netwatch_runs ORDER BY id DESC LIMIT 1
      """
    static let begin: StaticString = """
      INSERT INTO netwatch_runs (boot, started, seen) VALUES (?1, ?2, ?2) RETURNING id
      """
    static let end: StaticString = "UPDATE netwatch_runs SET seen = ?2, stopped = ?2 WHERE id = ?1"
    static let conclude: StaticString = """
      UPDATE netwatch_runs SET seen = max(seen, coalesce(?3, seen), coalesce(
        (SELECT time FROM netwatch_events WHERE run = ?1 AND id > ?2 - 1000 ORDER BY id DESC LIMIT 1),
        seen)) WHERE id = ?1
      """
    static let skipIDs: StaticString = """
      UPDATE sqlite_sequence SET seq = seq + ?1 WHERE name = 'netwatch_events'
      """
  }

  /// Begins a run.
  func beginRun(at start: Int64) throws(SQLiteError) {
    if memory.run == nil { try concludeLastRun() } else { try endRun() }
    let statement = try connection.statement(SQL.begin)
    statement.bind(clockName, at: 1)
    statement.bind(start, at: 2)
    memory.run = try statement.first { $0.integer(0) }
    memory.mark = now()
  }

  /// The run that is under way, which may begin only now.
  func run(at time: Int64) throws(SQLiteError) -> Int64 {
    if memory.run == nil { try beginRun(at: time) }
    guard let run = memory.run else { throw SQLiteError.damaged("a run got no id") }
    return run
  }

  /// Ends the run that is under way.
  func endRun() throws(SQLiteError) { try endRun(at: now().wall) }

  /// Has another run begin where the clock was set.
  func compareClocks() throws(SQLiteError) {
    guard let mark = memory.mark else { return }
    let now = now()
    memory.mark = now
    guard mark.wasSet(until: now) else { return }
    try endRun(at: mark.wall(at: now))
    try beginRun(at: now.wall)
  }

  private func endRun(at end: Int64) throws(SQLiteError) {
    let statement = try connection.statement(SQL.end)
    statement.bind(memory.run, at: 1)
    statement.bind(end, at: 2)
    try statement.run()
    memory.run = nil
  }

  /// Settles what is known of the run before, which may have ended with the process or the machine.
  private func concludeLastRun() throws(SQLiteError) {
    let last = try connection.statement(SQL.last).first { row in
      (id: row.integer(0), boot: row.text(1), hasStopped: row.integer(2) != 0)
    }
    guard let last, !last.hasStopped else { return }
    let conclude = try connection.statement(SQL.conclude)
    conclude.bind(last.id, at: 1)
    conclude.bind(memory.newest, at: 2)
    conclude.bind(lastSign, at: 3)
    try conclude.run()
    // The machine died: the last ids that clients have may not have reached the disk, and must not be
    // given to other events.
    guard last.boot != clockName else { return }
    let skip = try connection.statement(SQL.skipIDs)
    skip.bind(Self.lostIDs, at: 1)
    try skip.run()
  }
}
