import CLinux
import Glibc

/// Runs the benchmarks named on the command line, or all, and prints a line a bar.
enum BenchmarkCommand {
  /// Runs them.
  ///
  /// - Parameter arguments: The command line without the program's name.
  /// - Returns: The exit status: 0, 1 where a bar was missed or a benchmark could not be made, 2
  ///   where the arguments are wrong.
  static func run(arguments: [String]) async -> CInt {
    Leftovers.removeOnSignals()
    signal(SIGPIPE, SIG_IGN)
    do {
      let options = try BenchmarkOptions(arguments: arguments)
      let benchmarks = try selected(options)
      var areAllMet = true
      for benchmark in benchmarks where await !run(benchmark) { areAllMet = false }
      return areAllMet ? 0 : 1
    } catch {
      report("\(error)")
      return 2
    }
  }

  private static func all(tools: Tools) -> [any Benchmark] {
    [
      LatencyBenchmark(change: .route, tools: tools),
      LatencyBenchmark(change: .link, tools: tools),
      ChurnBenchmark(tools: tools),
      MemoryBenchmark(tools: tools),
      StartBenchmark(tools: tools),
      IdleBenchmark(tools: tools),
      LinksBenchmark(tools: tools),
      JitterBenchmark(),
      RetryBenchmark(),
      HTTPBenchmark(tools: tools),
      ParkedBenchmark(tools: tools),
      UploadBenchmark(tools: tools),
      DataSourcesBenchmark(tools: tools),
      MemoryJobsBenchmark(tools: tools),
      SQLiteJobsBenchmark(tools: tools),
      PostgresJobsBenchmark(tools: tools),
      ParkedJobsBenchmark(tools: tools),
      IdleJobsBenchmark(tools: tools),
      FleetBenchmark(),
      ServiceBenchmark(tools: tools),
    ]
  }

  private static func selected(_ options: BenchmarkOptions) throws -> [any Benchmark] {
    let all = all(tools: options.tools)
    guard !options.names.isEmpty else { return all }
    return try options.names.map { name in
      guard let benchmark = all.first(where: { $0.name == name }) else {
        let names = all.map(\.name).joined(separator: ", ")
        throw BenchmarkError("there is no benchmark \(name); there are \(names)")
      }
      return benchmark
    }
  }

  /// Runs one benchmark and prints its bars; false where one was missed.
  private static func run(_ benchmark: any Benchmark) async -> Bool {
    do {
      let bars = try await benchmark.run()
      for bar in bars { print(bar.line(of: benchmark.name)) }
      fflush(nil)
      return bars.allSatisfy(\.isMet)
    } catch {
      report("\(benchmark.name) could not be measured: \(error)")
      return false
    }
  }

  private static func report(_ sentence: String) {
    fflush(nil)
    let line = "NetwatchBenchmarks: \(sentence)\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
