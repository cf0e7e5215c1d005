/// The published table of what jitter is worth, made again with the product's own backoff.
///
/// A figure that is off shows a fault in `Backoff`: the seed is fixed, and a correct one
/// would stay within four standard errors with hardly an exception in a lifetime of seeds.
struct JitterBenchmark: Benchmark {
  let name = "jitter"

  private static let trials = 1000

  func run() throws -> [Bar] {
    let start = Stopwatch.now
    var (worst, lines) = (0.0, [Self.rule, Self.heading])
    for (index, reference) in JitterReference.all.enumerated() {
      let (time, calls) = measure(reference, seed: UInt64(index))
      let distances = [reference.time.distance(to: time), reference.calls.distance(to: calls)]
      worst = distances.reduce(worst, max)
      lines.append(line(reference, time: time, calls: calls, distances: distances))
    }
    let taken = (Stopwatch.now - start).text(decimals: 1)
    lines.append("\(Self.trials) trials each in \(taken) s")
    return [
      Bar(
        subject: "worst of \(2 * JitterReference.all.count) figures, share of allowed",
        figure: worst,
        limit: 1,
        unit: "",
        details: lines
      )
    ]
  }

  private func measure(
    _ reference: JitterReference,
    seed: UInt64
  ) -> (time: TrialFigure, calls: TrialFigure) {
    var generator = FastGenerator(seed: seed)
    var (times, calls): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.trials {
      var trial = ContentionTrial(
        clients: reference.clients,
        backoff: reference.algorithm.backoff,
        generator: generator
      )
      generator = trial.run()
      times.append(trial.time)
      calls.append(Double(trial.calls))
    }
    return (TrialFigure(of: times), TrialFigure(of: calls))
  }

  private static let rule = "allowed are 4 combined standard errors and 0.5 %"

  private static let heading = row(
    ["clients", "algorithm", "ms", "reference", "of allowed", "calls", "reference", "of allowed"]
  )

  private func line(
    _ reference: JitterReference,
    time: TrialFigure,
    calls: TrialFigure,
    distances: [Double]
  ) -> String {
    Self.row([
      "\(reference.clients)", reference.algorithm.rawValue,
      time.mean.text(decimals: 0), reference.time.mean.text(decimals: 0),
      distances[0].text(decimals: 2),
      calls.mean.text(decimals: 1), reference.calls.mean.text(decimals: 1),
      distances[1].text(decimals: 2),
    ])
  }

  private static func row(_ words: [String]) -> String {
    words.dropLast().map { $0.padded(to: 13) }.joined() + (words.last ?? "")
  }
}
