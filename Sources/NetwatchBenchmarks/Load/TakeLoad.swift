import NetwatchJobs

/// Jobs that are claimed and finished, 64 a turn.
struct TakeLoad {
  private let place: String
  private let count: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    guard words.count == 2, let count = Int(words[1]), count > 0
    else { throw BenchmarkError("load jobs-take: expected STORE JOBS") }
    (place, self.count) = (words[0], count)
  }

  func run() async throws {
    let store = try await JobLoad.open(place)
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
