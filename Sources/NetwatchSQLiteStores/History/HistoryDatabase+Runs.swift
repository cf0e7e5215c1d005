import NetwatchSQLite

/// The times in which the service was there.
extension HistoryDatabase {
  /// For how long a run can have gone on since that was last noted, where there is something to write, in
  /// microseconds.
  private static let noteAge: Int64 = 60_000_000

  /// How many ids are left out after the machine has died: more than it could have lost the events of.
  private static let lostIDs: Int64 = 1 << 20

  /// How many runs are kept: a service that is started over and over leaves no more.
  private static let keptRuns: Int64 = 100_000

  private enum SQL {
    static let last: StaticString = """
      SELECT id, boot, stopped IS NOT NULL FROM netwatch_runs ORDER BY id DESC LIMIT 1
      """
    static let begin: StaticString = """
      INSERT INTO netwatch_runs (boot, started, seen, noted) VALUES (?1, ?2, ?2, ?3) RETURNING id
      """
    static let note: StaticString = """
      UPDATE netwatch_runs SET watched = ?2, noted = ?3 WHERE id = ?1
      """
    static let end: StaticString = "UPDATE netwatch_runs SET seen = ?2, stopped = ?2 WHERE id = ?1"
    static let conclude: StaticString = """
      UPDATE netwatch_runs SET seen = max(seen, coalesce(?3, seen), coalesce(
        (SELECT time FROM netwatch_events WHERE run = ?1 AND id > ?2 - 1000 ORDER BY id DESC LIMIT 1),
        seen)) WHERE id = ?1
      """
    static let forget: StaticString = "DELETE FROM netwatch_runs WHERE id <= ?1"
    static let skipIDs: StaticString = """
      UPDATE sqlite_sequence SET seq = seq + ?1 WHERE name = 'netwatch_events'
      """
  }

  /// Begins a run.
  ///
  /// - Returns: Whether the run before was ended; false where it was interrupted, and what happened last
  ///   in it may not have been written.
  @discardableResult
  func beginRun(at start: Int64) throws(SQLiteError) -> Bool {
    let wasInterrupted = memory.run == nil ? try concludeLastRun() : false
    if memory.run != nil { try endRun() }
    let statement = try connection.statement(SQL.begin)
    statement.bind(clockName, at: 1)
    statement.bind(start, at: 2)
    let now = now()
    statement.bind(now.wall, at: 3)
    guard let run = try statement.first({ $0.integer(0) }) else {
      throw SQLiteError.damaged("a run got no id")
    }
    memory.run = run
    (memory.mark, memory.noted, memory.began) = (now, now, now.boot)
    let forget = try connection.statement(SQL.forget)
    forget.bind(run - Self.keptRuns, at: 1)
    try forget.run()
    return !wasInterrupted
  }

  /// Ends the run that is under way.
  ///
  /// What the wall clock shows by now is not asked: it may have been set since it was last looked at.
  func endRun() throws(SQLiteError) {
    guard let mark = memory.mark else { return }
    try endRun(at: mark.goingOn(until: now()))
  }

  /// Has another run begin where the clock was set.
  func compareClocks() throws(SQLiteError) {
    guard let mark = memory.mark else { return }
    let now = now()
    memory.mark = now
    if mark.wasSet(until: now) {
      try endRun(at: mark.goingOn(until: now))
      try beginRun(at: now.wall)
    } else if now.boot &- (memory.noted?.boot ?? now.boot) >= Self.noteAge {
      try note(now)
    }
  }

  private func endRun(at end: ClockMark) throws(SQLiteError) {
    try note(end)
    let statement = try connection.statement(SQL.end)
    statement.bind(memory.run, at: 1)
    statement.bind(end.wall, at: 2)
    try statement.run()
    memory.run = nil
  }

  /// Notes for how long the run has gone on.
  private func note(_ now: ClockMark) throws(SQLiteError) {
    let statement = try connection.statement(SQL.note)
    statement.bind(memory.run, at: 1)
    statement.bind(now.boot &- memory.began, at: 2)
    statement.bind(now.wall, at: 3)
    try statement.run()
    memory.noted = now
  }

  /// Settles what is known of the run before, which may have ended with the process or the machine.
  ///
  /// - Returns: Whether it has.
  private func concludeLastRun() throws(SQLiteError) -> Bool {
    let last = try connection.statement(SQL.last).first { row in
      (id: row.integer(0), boot: row.text(1), hasStopped: row.integer(2) != 0)
    }
    guard let last, !last.hasStopped else { return false }
    let conclude = try connection.statement(SQL.conclude)
    conclude.bind(last.id, at: 1)
    conclude.bind(memory.newest, at: 2)
    conclude.bind(lastSign, at: 3)
    try conclude.run()
    // The machine died: the last ids that clients have may not have reached the disk, and must not be
    // given to other events.
    if last.boot != clockName {
      let skip = try connection.statement(SQL.skipIDs)
      skip.bind(Self.lostIDs, at: 1)
      try skip.run()
    }
    return true
  }
}
