/// Something that is measured and held against bars.
protocol Benchmark {
  /// The name on the command line.
  var name: String { get }

  /// Measures, in network namespaces made for it and removed at the end where it needs any.
  ///
  /// - Returns: The figures with their bars.
  /// - Throws: ``BenchmarkError`` where there was nothing to measure.
  func run() async throws -> [Bar]
}
