/// The memory of requests that wait for connectivity.
struct ParkedBenchmark: Benchmark {
  let tools: Tools

  let name = "parked"

  func run() throws -> [Bar] {
    var process = try ChildProcess.start(tools.load("park") + ["10000"])
    let (text, status) = try process.readToEnd()
    guard status == 0, let bytes = text.number(after: "bytes=") else {
      throw BenchmarkError("the load ended with status \(status)")
    }
    return [
      Bar(
        subject: "resident, a parked request of 10,000",
        figure: bytes / 1024,
        limit: 4,
        unit: "KiB"
      )
    ]
  }
}
