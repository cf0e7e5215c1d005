import CLinux
import Glibc
import NetwatchTestSupport

/// GET requests over loopback, beside bare libcurl and URLSession.
struct HTTPBenchmark: Benchmark {
  private static let rounds = 5
  private static let url = "http://127.0.0.1:8099/"

  let tools: Tools

  let name = "http"

  func run() throws -> [Bar] {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let server = try ChildProcess.start(
      ["nginx", "-p", folder.path, "-c", tools.peer("nginx.conf")]
    )
    defer { withExtendedLifetime(server) {} }
    try Readiness.awaitListener(port: 8099, within: 10)
    let many = try rates(count: 20_000, concurrency: 16, slowCount: 4_000)
    let single = try rates(count: 10_000, concurrency: 1, slowCount: 2_000)
    return [
      Bar(
        subject: "sixteen at a time / libcurl",
        figure: many.own.median / many.floor.median,
        limit: 0.6,
        unit: "x",
        isMinimum: true,
        details: [many.text]
      ),
      Bar(
        subject: "sixteen at a time / URLSession",
        figure: many.own.median / many.session.median,
        limit: 6,
        unit: "x",
        isMinimum: true
      ),
      Bar(
        subject: "one at a time / URLSession",
        figure: single.own.median / single.session.median,
        limit: 3,
        unit: "x",
        isMinimum: true,
        details: [single.text]
      ),
    ]
  }

  /// Requests a second of all three, measured in turn.
  private func rates(
    count: Int,
    concurrency: Int,
    slowCount: Int
  ) throws(BenchmarkError) -> Rates {
    var rates = Rates()
    for _ in 0..<Self.rounds {
      rates.floor.append(try rate([tools.peer("http_floor")], count, concurrency))
      rates.own.append(try rate(tools.load("get"), count, concurrency))
      rates.session.append(try rate([tools.peer("urlsession_load")], slowCount, concurrency))
    }
    return rates
  }

  private func rate(
    _ command: [String],
    _ count: Int,
    _ concurrency: Int
  ) throws(BenchmarkError) -> Double {
    var process = try ChildProcess.start(command + [Self.url, "\(count)", "\(concurrency)"])
    let (text, status) = try process.readToEnd()
    guard status == 0, let rate = text.number(after: "rate=") else {
      throw BenchmarkError("\(command.joined(separator: " ")) ended with status \(status)")
    }
    return rate
  }

  private struct Rates {
    var floor = Samples()
    var own = Samples()
    var session = Samples()

    var text: String {
      let figures = [("libcurl", floor), ("netwatch", own), ("URLSession", session)]
      return figures.map { "\($0.0) \($0.1.median.text(decimals: 0))/s" }.joined(separator: ", ")
    }
  }
}
