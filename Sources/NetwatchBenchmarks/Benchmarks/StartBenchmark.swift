/// The time from exec to the first byte of the first line.
struct StartBenchmark: Benchmark {
  let tools: Tools

  let name = "start"

  func run() throws -> [Bar] {
    let namespace = try Uplink.namespace(name)
    let samples = try namespace.inside { () throws(BenchmarkError) in
      var samples = Samples()
      for _ in 0..<20 { samples.append(try measure()) }
      return samples
    }
    let spread = [("fastest", 0), ("slowest", 1)].map {
      "\($0.0) \(samples.percentile($0.1).text(decimals: 2)) ms"
    }
    return [
      Bar(
        subject: "median to the first byte",
        figure: samples.median,
        limit: 20,
        unit: "ms",
        details: [(["20 starts"] + spread).joined(separator: ", ")]
      )
    ]
  }

  private func measure() throws(BenchmarkError) -> Double {
    let start = Stopwatch.now
    var watcher = try ChildProcess.start(tools.watch())
    guard watcher.hasOutput(within: 5) else {
      throw BenchmarkError("no line came within 5 s")
    }
    let taken = (Stopwatch.now - start) * 1000
    _ = try watcher.line(containing: "{", within: 1)
    return taken
  }
}
