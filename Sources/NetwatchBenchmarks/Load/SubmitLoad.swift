import NetwatchJobs
import NetwatchSQLiteStores

/// Jobs that do nothing, submitted to a file by so many at a time, so many in a call.
struct SubmitLoad {
  /// As long as the payloads that other queues are measured with.
  private static let job = NewJob(kind: "nothing", payload: Array(repeating: 120, count: 200))

  private let path: String
  private let count: Int
  private let submitters: Int
  private let batch: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    let numbers = words.dropFirst().compactMap(Int.init)
    guard words.count == 4, numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else {
      throw BenchmarkError("load jobs-sqlite-submit: expected PATH JOBS SUBMITTERS BATCH")
    }
    (path, count, submitters, batch) = (words[0], numbers[0], numbers[1], numbers[2])
  }

  func run() async throws {
    let limits = JobLimits(jobs: 10_000_000, bytes: 1 << 40)
    let store = try await SQLiteJobStore.open(path: path, limits: limits)
    let calls = max(count / submitters / batch, 1)
    let jobs = Array(repeating: Self.job, count: batch)
    let beginning = Stopwatch.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<submitters {
        group.addTask { for _ in 0..<calls { _ = try await store.submit(jobs) } }
      }
      try await group.waitForAll()
    }
    let taken = Stopwatch.now - beginning
    print("rate=\(Int(Double(calls * submitters * batch) / taken))")
    await store.close()
  }
}
