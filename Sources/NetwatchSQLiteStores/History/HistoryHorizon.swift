import NetwatchCore
import NetwatchSQLite

/// The moment before which everything is too old to be kept.
///
/// The age of an event is the time that the service has watched since, by the clock that nobody can set
/// (CLOCK_BOOTTIME). Civil time tells no ages: while a clock is set years ahead, if only for a moment,
/// everything would be old. So the time in which no service was there makes nothing older.
struct HistoryHorizon {
  /// The run that it is in; what was in those before is older.
  let run: Int64

  /// When it was, as the clock went in that run, in microseconds since 1970.
  let time: Int64

  /// Whether it comes after a moment in a run.
  func follows(_ run: Int64, _ time: Int64) -> Bool { (run, time) < (self.run, self.time) }
}

extension HistoryDatabase {
  private enum SQL {
    static let horizon: StaticString = """
      SELECT id, noted - (?2 - later) FROM (
        SELECT id, noted, watched, total(watched) OVER (ORDER BY id DESC) - watched AS later
        FROM netwatch_runs WHERE id < ?1)
      WHERE later + watched >= ?2 ORDER BY id DESC LIMIT 1
      """
  }

  /// What need not be kept because of its age, as of when it was last noted for how long the run
  /// has gone on; nil where nothing is so old, or no run is under way.
  func horizon() throws(SQLiteError) -> HistoryHorizon? {
    guard let run = memory.run, let mark = memory.noted else { return nil }
    let age = retention.value.age.clampedMicroseconds
    if let last = memory.reckoned, last.mark == mark, last.age == age { return last.horizon }
    let rest = age &- (mark.boot &- memory.began)
    let horizon =
      rest <= 0
      ? HistoryHorizon(run: run, time: mark.wall &- age) : try horizon(before: run, rest)
    memory.reckoned = (mark, age, horizon)
    return horizon
  }

  /// The moment after which there was so much time until a run.
  private func horizon(before run: Int64, _ time: Int64) throws(SQLiteError) -> HistoryHorizon? {
    let statement = try connection.statement(SQL.horizon)
    statement.bind(run, at: 1)
    statement.bind(time, at: 2)
    return try statement.first { HistoryHorizon(run: $0.integer(0), time: $0.integer(1)) }
  }
}
