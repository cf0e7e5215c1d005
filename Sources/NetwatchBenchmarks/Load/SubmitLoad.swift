import NetwatchJobs

/// Jobs that do nothing, submitted to a store by so many at a time, so many in a call.
struct SubmitLoad {
  private let place: String
  private let count: Int
  private let submitters: Int
  private let batch: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    let numbers = words.dropFirst().compactMap(Int.init)
    guard words.count == 4, numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else {
      throw BenchmarkError("load jobs-submit: expected STORE JOBS SUBMITTERS BATCH")
    }
    (place, count, submitters, batch) = (words[0], numbers[0], numbers[1], numbers[2])
  }

  func run() async throws {
    let store = try await JobLoad.open(place)
    let calls = max(count / submitters / batch, 1)
    let jobs = Array(repeating: JobLoad.job, count: batch)
    let beginning = Stopwatch.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<submitters {
        group.addTask { for _ in 0..<calls { _ = try await store.submit(jobs) } }
      }
      try await group.waitForAll()
    }
    let taken = Stopwatch.now - beginning
    await store.close()
    print("rate=\(Int(Double(calls * submitters * batch) / taken))")
  }
}
