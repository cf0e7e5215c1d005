import NetwatchJobs
import NetwatchPostgresStores

/// Jobs that are submitted one by one, by so many tasks at a time.
struct PostgresSubmitLoad {
  private let connection: String
  private let count: Int
  private let submitters: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    guard words.count == 3, let count = Int(words[1]), let submitters = Int(words[2]),
      submitters > 0, count >= submitters
    else { throw BenchmarkError("load jobs-postgres-submit: expected CONNECTION JOBS SUBMITTERS") }
    (connection, self.count, self.submitters) = (words[0], count, submitters)
  }

  func run() async throws {
    let store = try await PostgresJobStore.open(connection, schema: JobLoad.newSchema())
    let each = count / submitters
    let beginning = Stopwatch.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<submitters {
        group.addTask {
          for _ in 0..<each { _ = try await store.submit([JobLoad.job]) }
        }
      }
      try await group.waitForAll()
    }
    let taken = Stopwatch.now - beginning
    await store.close()
    print("rate=\(Int(Double(each * submitters) / taken))")
  }
}
