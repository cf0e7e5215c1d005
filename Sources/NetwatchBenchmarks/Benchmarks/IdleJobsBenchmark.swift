import NetwatchTestSupport

/// What schedulers do whose only job is due in an hour.
struct IdleJobsBenchmark: Benchmark {
  /// Until the threads of a pool that has nothing to do have ended, and until the server has counted
  /// what it did before.
  private static let settling = 11.0
  private static let seconds = 20.0

  let tools: Tools

  let name = "jobs-idle"

  func run() throws -> [Bar] {
    let cluster = try PostgresCluster.forBenchmark()
    let folder = try TemporaryFolder(in: tools.peers)
    defer { withExtendedLifetime(folder) {} }
    let processes = Processes(
      resting: try start(tools.load("rest")),
      file: try start(tools.load("jobs-idle") + [folder.file("jobs")]),
      database: try start(tools.load("jobs-idle") + [cluster.connectionString])
    )
    Stopwatch.pause(seconds: Self.settling)
    let (before, queriesBefore) = (try processes.wakeUps, try queries(cluster))
    Stopwatch.pause(seconds: Self.seconds)
    let (after, queriesAfter) = (try processes.wakeUps, try queries(cluster))
    let (own, resting) = (after.file - before.file, after.resting - before.resting)
    return [
      Bar(
        subject: "SQLite: wake-ups in 20 s",
        figure: own - resting,
        limit: 1,
        unit: "",
        decimals: 0,
        details: [
          "\(own.text(decimals: 0)), less \(resting.text(decimals: 0)) of a program that sleeps: "
            + "libdispatch looks at its pool of threads every second"
        ]
      ),
      Bar(
        subject: "PostgreSQL: queries a second",
        figure: (queriesAfter - queriesBefore) / Self.seconds,
        limit: 1,
        unit: ""
      ),
    ]
  }

  private struct Processes: ~Copyable {
    let resting: ChildProcess
    let file: ChildProcess
    let database: ChildProcess

    var wakeUps: (resting: Double, file: Double) {
      get throws(BenchmarkError) {
        (
          try ProcessFigures(of: resting.identifier).wakeUps,
          try ProcessFigures(of: file.identifier).wakeUps
        )
      }
    }
  }

  private func start(_ load: [String]) throws(BenchmarkError) -> ChildProcess {
    var process = try ChildProcess.start(load)
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
