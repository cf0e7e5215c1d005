/// A million jobs in memory, through their whole life.
struct MemoryJobsBenchmark: Benchmark {
  private static let rounds = 3

  let tools: Tools

  let name = "jobs-memory"

  func run() throws -> [Bar] {
    var (rates, bytes) = (Samples(), Samples())
    for _ in 0..<Self.rounds {
      let text = try tools.output(ofLoad: "jobs-memory", "1000000")
      rates.append(try text.figure(after: "rate="))
      bytes.append(try text.figure(after: "bytes="))
    }
    return [
      Bar(
        subject: "submitted, parked, released, finished",
        figure: rates.median,
        limit: 200_000,
        unit: "/s",
        isMinimum: true,
        decimals: 0,
        details: ["\(Self.rounds) rounds: \(rates.spread)/s"]
      ),
      Bar(
        subject: "a parked job besides its payload",
        figure: bytes.median,
        limit: 300,
        unit: "bytes",
        decimals: 0
      ),
    ]
  }
}
