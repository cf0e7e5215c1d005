/// What a change costs where there are 5,000 links, next to what it costs where there are 5.
struct LinksBenchmark: Benchmark {
  let tools: Tools

  let name = "links"

  private let turns = 10
  private let changesPerTurn = 20

  func run() throws -> [Bar] {
    let few = try namespace(links: 5)
    let many = try namespace(links: 5000)
    var quiet = try watcher(in: few)
    var crowded = try watcher(in: many)
    var costs = (few: Samples(), many: Samples())
    for _ in 0..<turns {
      costs.few.append(try cost(of: &quiet, in: few))
      costs.many.append(try cost(of: &crowded, in: many))
    }
    return [
      Bar(
        subject: "cost of a change, 5,000 links / 5 links",
        figure: costs.many.median / costs.few.median,
        limit: 1.2,
        unit: "x",
        details: [
          "\(costs.few.median.text(decimals: 1)) us with 5 links, "
            + "\(costs.many.median.text(decimals: 1)) us with 5,000 "
            + "(CPU; medians of \(turns) turns of \(changesPerTurn) changes)"
        ]
      )
    ]
  }

  /// A namespace with so many links, the loopback device and the uplink's two ends among them.
  private func namespace(links: Int) throws(BenchmarkError) -> Namespace {
    let namespace = try Uplink.namespace("links-\(links)")
    try namespace.inside { () throws(BenchmarkError) in
      let pairs = (0..<(links - 3) / 2).map { "link add a\($0) type veth peer name b\($0)" }
      try IPCommand.batch(pairs)
    }
    return namespace
  }

  private func watcher(in namespace: borrowing Namespace) throws(BenchmarkError) -> ChildProcess {
    let tools = tools
    var watcher = try namespace.inside { () throws(BenchmarkError) in
      try ChildProcess.start(tools.watch("--loss-delay", "0", "--recovery-delay", "0"))
    }
    _ = try watcher.line(containing: "\"connectionAssumedAvailable\":true", within: 5)
    return watcher
  }

  /// The CPU time that a change costs the watcher, in microseconds.
  private func cost(
    of watcher: inout ChildProcess,
    in namespace: borrowing Namespace
  ) throws(BenchmarkError) -> Double {
    let before = try ProcessFigures(of: watcher.identifier)
    for number in 0..<changesPerTurn {
      let isLoss = number % 2 == 0
      try namespace.inside { () throws(BenchmarkError) in
        try IPCommand.run("link", "set", Uplink.peer, isLoss ? "down" : "up")
      }
      _ = try watcher.line(
        containing: "\"connectionAssumedAvailable\":\(!isLoss)",
        within: 5
      )
    }
    Stopwatch.pause(seconds: 0.05)
    let after = try ProcessFigures(of: watcher.identifier)
    return (after.cpu - before.cpu) * 1000 / Double(changesPerTurn)
  }
}
