import NetwatchCore
import NetwatchTestSupport

/// Simulated fleets that come back from an outage at the pace of the real policy, to a server that
/// serves 20,000 jobs a second and for which a refusal costs a tenth of that.
///
/// Ideal is a server that is busy from the first moment to the last and refuses nothing.
struct FleetBenchmark: Benchmark {
  private struct Fleet {
    var clients: Int
    var jobs: Int
    var name: String
    /// How many requests a job may take.
    var requests: Double
  }

  let name = "jobs-fleet"

  private static let rate = 20_000
  private static let fleets = [
    Fleet(clients: 1_000_000, jobs: 3, name: "1,000,000 x 3", requests: 3.8),
    Fleet(clients: 100_000, jobs: 10, name: "100,000 x 10", requests: 2.0),
    Fleet(clients: 10_000, jobs: 300, name: "10,000 x 300", requests: 1.5),
  ]

  func run() throws -> [Bar] {
    try Self.fleets.flatMap(bars) + [failingHost()]
  }

  private func bars(_ fleet: Fleet) throws(BenchmarkError) -> [Bar] {
    let ideal = Double(fleet.clients * fleet.jobs) / Double(Self.rate)
    let start = Stopwatch.now
    var simulation = PacedFleet(
      clients: fleet.clients,
      jobs: fleet.jobs,
      server: FleetServer(rate: Int64(Self.rate)),
      seconds: Int(20 * ideal),
      seed: 1
    )
    let result = simulation.run()
    guard let most = result.time(ofPart: 0.95), let nearlyAll = result.time(ofPart: 0.999) else {
      throw BenchmarkError("\(fleet.name) had done \(result.done.count) jobs after 20 x ideal")
    }
    let taken = (Stopwatch.now - start).text(decimals: 1)
    return [
      Bar(
        subject: "\(fleet.name), 95 % / ideal",
        figure: most / ideal,
        limit: 1.35,
        unit: "x",
        details: ["ideal \(ideal.text(decimals: 0)) s; simulated in \(taken) s"]
      ),
      Bar(
        subject: "\(fleet.name), 99.9 % / ideal",
        figure: nearlyAll / ideal,
        limit: 1.75,
        unit: "x"
      ),
      Bar(
        subject: "\(fleet.name), requests a job",
        figure: result.requestsPerJob,
        limit: fleet.requests,
        unit: ""
      ),
    ]
  }

  /// Failures that have nothing to do with each other must not slow down what succeeds.
  private func failingHost() -> Bar {
    let rates = [0, 0.2].map { failures in
      var host = FailingHost(failures: failures, settings: ReleaseSettings(limit: 8), seed: 1)
      return host.run(attempts: 1_000_000)
    }
    return Bar(
      subject: "one host, 20 % fail / none",
      figure: rates[1] / rates[0],
      limit: 0.7,
      unit: "x",
      isMinimum: true,
      details: ["\(rates[1].text(decimals: 1))/s, \(rates[0].text(decimals: 1))/s without failures"]
    )
  }
}
