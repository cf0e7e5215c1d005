import NetwatchCore

/// What `retry` adds to an operation that succeeds at once.
struct RetryBenchmark: Benchmark {
  let name = "retry"

  private static let rounds = 21
  private static let calls = 200_000

  func run() async throws -> [Bar] {
    var (plain, simple, full, timed) = (Samples(), Samples(), Samples(), Samples())
    for _ in 0..<Self.rounds {
      plain.append(try await Self.measure { try await Self.operation($0) })
      simple.append(
        try await Self.measure { number in
          try await retry(attempts: 3, delay: .milliseconds(250)) {
            try await Self.operation(number)
          }
        }
      )
      full.append(
        try await Self.measure { number in
          try await retry(maxAttempts: 5, deadline: .seconds(60)) {
            try await Self.operation(number)
          }
        }
      )
      timed.append(
        try await Self.measure(calls: Self.calls / 20) { number in
          try await retry(attemptTimeout: .seconds(60)) { try await Self.operation(number) }
        }
      )
    }
    let limited = (timed.median - plain.median).text(decimals: 0)
    return [
      bar("attempts and delay", simple, over: plain),
      bar(
        "backoff and deadline",
        full,
        over: plain,
        details: ["with a limit to each attempt, which takes two child tasks: \(limited) ns"]
      ),
    ]
  }

  private func bar(
    _ subject: String,
    _ samples: Samples,
    over plain: Samples,
    details: [String] = []
  ) -> Bar {
    let (median, floor) = (samples.median.text(decimals: 1), plain.median.text(decimals: 1))
    return Bar(
      subject: "added by \(subject)",
      figure: samples.median - plain.median,
      limit: 250,
      unit: "ns",
      decimals: 1,
      details: ["\(median) ns a call, \(floor) ns without; \(Self.rounds) rounds"] + details
    )
  }

  /// Nanoseconds a call.
  private static func measure(
    calls: Int = calls,
    _ body: (Int) async throws -> Int
  ) async throws -> Double {
    var sum = 0
    let start = Stopwatch.now
    for number in 0..<calls { sum &+= try await body(number) }
    let taken = Stopwatch.now - start
    guard sum == calls * (calls + 1) / 2 else { throw BenchmarkError("an operation went wrong") }
    return taken * 1e9 / Double(calls)
  }

  /// Something that the compiler can neither leave out nor see through.
  @inline(never) private static func operation(_ number: Int) async throws -> Int { number + 1 }
}
