/// How often a netwatch wakes up while nothing happens.
struct IdleBenchmark: Benchmark {
  let tools: Tools

  let name = "idle"

  func run() throws -> [Bar] {
    let namespace = try Uplink.namespace(name)
    return try namespace.inside { () throws(BenchmarkError) in
      var watcher = try ChildProcess.start(tools.watch())
      _ = try watcher.line(containing: "{", within: 5)
      Stopwatch.pause(seconds: 2)
      let before = try ProcessFigures(of: watcher.identifier)
      Stopwatch.pause(seconds: 60)
      let after = try ProcessFigures(of: watcher.identifier)
      return [
        Bar(
          subject: "wake-ups in 60 s",
          figure: after.wakeUps - before.wakeUps,
          limit: 6,
          unit: "",
          decimals: 0,
          details: ["CPU \((after.cpu - before.cpu).text(decimals: 2)) ms"]
        )
      ]
    }
  }
}
