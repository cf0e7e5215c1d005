import NetwatchTestSupport

/// Jobs in a file that is synced, beside a queue of Python's and the least that SQLite can do.
struct SQLiteJobsBenchmark: Benchmark {
  private static let rounds = 3

  let tools: Tools

  let name = "jobs-sqlite"

  func run() throws -> [Bar] {
    // Beside the peers, which is on the disk.
    let folder = try TemporaryFolder(in: tools.peers)
    defer { withExtendedLifetime(folder) {} }
    var rates = Rates()
    for round in 0..<Self.rounds {
      let place = { (what: String) in "\(folder.path)/\(what)-\(round)" }
      rates.single.append(try tools.rate(ofLoad: "jobs-submit", place("one"), "50000", "64", "1"))
      let huey = try tools.queue("huey", jobs: 500, "--folder", folder.path)
      rates.hueyPut.append(huey.put)
      rates.hueyTake.append(huey.finish)
      rates.take.append(try tools.rate(ofLoad: "jobs-take", place("take"), "50000"))
      rates.run.append(try tools.rate(ofLoad: "jobs-run", place("run"), "50000"))
      let floor = try tools.queue("floor-100", jobs: 50_000, "--folder", folder.path)
      rates.floor.append(floor.put)
      rates.batches.append(
        try tools.rate(ofLoad: "jobs-submit", place("many"), "50000", "1", "100")
      )
    }
    return rates.bars
  }

  private struct Rates {
    var hueyPut = Samples()
    var hueyTake = Samples()
    var floor = Samples()
    var single = Samples()
    var batches = Samples()
    var take = Samples()
    var run = Samples()

    var bars: [Bar] {
      [
        Bar(ratio: "64 submitters / huey", single, "huey", hueyPut, limit: 10),
        Bar(ratio: "batches of 100 / floor-100", batches, "floor-100", floor, limit: 0.6),
        Bar(
          ratio: "claim and finish / huey",
          take,
          "huey",
          hueyTake,
          limit: 5,
          details: ["through a whole scheduler: \(run.median.text(decimals: 0))/s (\(run.spread))"]
        ),
      ]
    }
  }
}
