import NetwatchTestSupport

/// What schedulers do whose only job is due in an hour.
struct IdleJobsBenchmark: Benchmark {
  private static let seconds = 20.0

  let tools: Tools

  let name = "jobs-idle"

  func run() throws -> [Bar] {
    let cluster = try PostgresCluster.forBenchmark()
    let folder = try TemporaryFolder.make(in: tools.peers)
    let file = try start("\(folder.path)/jobs")
    let database = try start(cluster.connectionString)
    defer { withExtendedLifetime(database) {} }
    Stopwatch.pause(seconds: 3)
    let (before, queriesBefore) = (try ProcessFigures(of: file.identifier), try queries(cluster))
    Stopwatch.pause(seconds: Self.seconds)
    let (after, queriesAfter) = (try ProcessFigures(of: file.identifier), try queries(cluster))
    return [
      Bar(
        subject: "SQLite: wake-ups in 20 s",
        figure: after.wakeUps - before.wakeUps,
        limit: 1,
        unit: "",
        decimals: 0,
        details: ["of all threads; CPU \((after.cpu - before.cpu).text(decimals: 2)) ms"]
      ),
      Bar(
        subject: "PostgreSQL: queries a second",
        figure: (queriesAfter - queriesBefore) / Self.seconds,
        limit: 1,
        unit: ""
      ),
    ]
  }

  private func start(_ store: String) throws(BenchmarkError) -> ChildProcess {
    var process = try ChildProcess.start(tools.load("jobs-idle") + [store])
    _ = try process.line(containing: "idle", within: 10)
    return process
  }

  /// The transactions in the database so far; asking is one of them.
  private func queries(_ cluster: PostgresCluster) throws -> Double {
    let counted = try cluster.psql(
      "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'"
    )
    guard let queries = Double(counted) else { throw BenchmarkError("the server counts nothing") }
    return queries
  }
}
