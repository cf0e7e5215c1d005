import NetwatchJobs
import NetwatchTestSupport

/// The start of a scheduler on a file with a million parked jobs.
struct ParkedJobsBenchmark: Benchmark {
  private static let rounds = 3
  private static let jobs = 1_000_000

  let tools: Tools

  let name = "jobs-parked"

  func run() async throws -> [Bar] {
    let folder = try TemporaryFolder(in: tools.peers)
    defer { withExtendedLifetime(folder) {} }
    let file = folder.file("jobs")
    try await add(to: file) { try await JobLoad.fill($0, Self.jobs) }
    var (running, resident, first) = (Samples(), Samples(), Samples())
    for _ in 0..<Self.rounds {
      try await add(to: file) { _ = try await $0.submit([ParkedJobsLoad.beacon]) }
      let text = try tools.output(ofLoad: "jobs-parked", file)
      running.append(try text.figure(after: "running=") / 1_000)
      resident.append(try text.figure(after: "resident=") / 1_024)
      first.append(try text.figure(after: "first=") / 1_000)
    }
    return [
      bar("a million jobs in a file: running after", running, 300, "ms"),
      bar("resident memory then", resident, 64, "MiB"),
      bar("the first job begins after the outage", first, 50, "ms"),
    ]
  }

  private func bar(_ subject: String, _ samples: Samples, _ limit: Double, _ unit: String) -> Bar {
    Bar(
      subject: subject,
      figure: samples.median,
      limit: limit,
      unit: unit,
      decimals: 1,
      details: ["\(Self.rounds) rounds: \(samples.spread) \(unit)"]
    )
  }

  /// Opens the file, and closes it again, so that another process finds all of it in one piece.
  private func add(to file: String, _ body: (any JobStore) async throws -> Void) async throws {
    let store = try await JobLoad.open(file)
    try await body(store)
    await store.close()
  }
}
