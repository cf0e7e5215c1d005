/// What 100,000 routes that concern nobody cost a watching netwatch.
struct ChurnBenchmark: Benchmark {
  let tools: Tools

  let name = "churn"

  func run() throws -> [Bar] {
    let namespace = try Uplink.namespace(name)
    return try namespace.inside { () throws(BenchmarkError) in
      var watcher = try ChildProcess.start(
        tools.watch("--loss-delay", "0", "--recovery-delay", "0")
      )
      _ = try watcher.line(containing: "\"connectionAssumedAvailable\":true", within: 5)
      Stopwatch.pause(seconds: 1)

      let before = try ProcessFigures(of: watcher.identifier)
      let start = Stopwatch.now
      try IPCommand.batch(routes)
      let taken = Stopwatch.now - start
      Stopwatch.pause(seconds: 1)
      let after = try ProcessFigures(of: watcher.identifier)

      let overruns = try overruns(of: &watcher)
      return bars(before: before, after: after, overruns: overruns, taken: taken)
    }
  }

  private var routes: some Sequence<String> {
    (0..<100_000).lazy.map { number in
      let address = "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
      return "route add \(address)/32 via \(Uplink.gateway) dev \(Uplink.device)"
    }
  }

  /// Makes netwatch print a line, and reads the counter in it; not a number where it has none.
  private func overruns(of watcher: inout ChildProcess) throws(BenchmarkError) -> Double {
    try IPCommand.run("route", "delete", "default")
    let line = try watcher.line(containing: "\"connectionAssumedAvailable\":false", within: 5)
    return line.number(after: "\"overruns\":") ?? .nan
  }

  private func bars(
    before: ProcessFigures,
    after: ProcessFigures,
    overruns: Double,
    taken: Double
  ) -> [Bar] {
    [
      Bar(
        subject: "CPU",
        figure: after.cpu - before.cpu,
        limit: 20,
        unit: "ms",
        details: ["100,000 routes added in \(taken.text(decimals: 1)) s"]
      ),
      Bar(
        subject: "wake-ups",
        figure: after.wakeUps - before.wakeUps,
        limit: 50,
        unit: "",
        decimals: 0
      ),
      Bar(
        subject: "growth of resident memory",
        figure: after.resident - before.resident,
        limit: 256,
        unit: "KiB",
        decimals: 0,
        details: ["\(after.resident.text(decimals: 0)) KiB after"]
      ),
      Bar(subject: "overruns", figure: overruns, limit: 0, unit: "", decimals: 0),
    ]
  }
}
