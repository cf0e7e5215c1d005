import NetwatchJobs
import NetwatchPostgresStores

/// Jobs that are claimed and finished, 64 a turn.
struct PostgresTakeLoad {
  private let connection: String
  private let count: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    guard words.count == 2, let count = Int(words[1]), count > 0
    else { throw BenchmarkError("load jobs-postgres-take: expected CONNECTION JOBS") }
    (connection, self.count) = (words[0], count)
  }

  func run() async throws {
    let store = try await PostgresJobStore.open(connection, schema: JobLoad.newSchema())
    try await JobLoad.fill(store, count)
    let beginning = Stopwatch.now
    let finished = try await JobLoad.takeAll(from: store)
    let taken = Stopwatch.now - beginning
    await store.close()
    guard finished == count else {
      throw BenchmarkError("\(finished) jobs were finished instead of \(count)")
    }
    print("rate=\(Int(Double(count) / taken))")
  }
}
