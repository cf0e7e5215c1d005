/// The memory of a netwatch that watches and probes one endpoint.
struct MemoryBenchmark: Benchmark {
  let tools: Tools

  let name = "memory"

  func run() throws -> [Bar] {
    let near = try Namespace.make("memory-near")
    let far = try Namespace.make("memory-far")
    try Uplink.connect(near, to: far)
    let server = try far.inside { () throws(BenchmarkError) in try ProbeServer.open(port: 80) }
    let watcher = try near.inside { () throws(BenchmarkError) in
      try ChildProcess.start(
        tools.watch("--probe", "http://\(Uplink.server)/204", "--interval", "1s")
      )
    }
    try server.answer(requests: 4, within: 10)
    Stopwatch.pause(seconds: 0.5)
    return bars(try ProcessFigures(of: watcher.identifier))
  }

  private func bars(_ figures: ProcessFigures) -> [Bar] {
    [
      Bar(
        subject: "resident",
        figure: figures.resident / 1024,
        limit: 16,
        unit: "MiB",
        details: ["after 4 rounds of probes over HTTP"]
      ),
      Bar(
        subject: "of it anonymous",
        figure: figures.anonymous / 1024,
        limit: 5,
        unit: "MiB"
      ),
    ]
  }
}
