import NetwatchTestSupport

/// Jobs in a PostgreSQL database that is synced, beside a queue of Python's in the same one.
struct PostgresJobsBenchmark: Benchmark {
  private static let rounds = 3

  let tools: Tools

  let name = "jobs-postgres"

  func run() throws -> [Bar] {
    let cluster = try PostgresCluster.forBenchmark()
    let place = cluster.connectionString
    var (peerPut, peerTake) = (Samples(), Samples())
    var (put, take, run) = (Samples(), Samples(), Samples())
    for _ in 0..<Self.rounds {
      let peer = try tools.queue(
        "pgqueuer",
        jobs: 1_000,
        "--host",
        cluster.folder,
        "--port",
        "\(cluster.port)"
      )
      peerPut.append(peer.put)
      put.append(try tools.rate(ofLoad: "jobs-submit", place, "10000", "16", "1"))
      peerTake.append(peer.finish)
      take.append(try tools.rate(ofLoad: "jobs-take", place, "10000"))
      run.append(try tools.rate(ofLoad: "jobs-run", place, "10000"))
    }
    return [
      Bar(ratio: "16 submitters / pgqueuer", put, "pgqueuer", peerPut, limit: 5),
      Bar(
        ratio: "claim and finish / pgqueuer",
        take,
        "pgqueuer",
        peerTake,
        limit: 1.2,
        details: ["through a whole scheduler: \(run.median.text(decimals: 0))/s (\(run.spread))"]
      ),
    ]
  }
}

extension PostgresCluster {
  /// A server that syncs what it commits, as it does by default.
  static func forBenchmark() throws -> PostgresCluster {
    guard isInstalled else {
      throw BenchmarkError("PostgreSQL is not installed; Scripts/bootstrap installs it")
    }
    guard isAvailable else {
      throw BenchmarkError(
        "a PostgreSQL server can't be started here: inside a user namespace root can't become the "
          + "user that it runs as; run Scripts/bench as root"
      )
    }
    return try PostgresCluster()
  }
}
