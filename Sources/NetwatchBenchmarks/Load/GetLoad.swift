import NetwatchCore
import NetwatchHTTP

/// GET requests, so many at a time, each by its own task as a program would make them.
struct GetLoad {
  private let url: String
  private let count: Int
  private let concurrency: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    guard words.count == 3, let count = Int(words[1]), let concurrency = Int(words[2]),
      count > 0, concurrency > 0
    else { throw BenchmarkError("load get: expected URL COUNT CONCURRENCY") }
    (url, self.count, self.concurrency) = (words[0], count, concurrency)
  }

  func run() async throws {
    let client = LoadCommand.client(SettableConnectivityManager())
    let request = NetworkRequest(url: url)
    let beginning = Stopwatch.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<concurrency {
        group.addTask {
          for _ in 0..<count / concurrency { _ = try await client.send(request) }
        }
      }
      try await group.waitForAll()
    }
    let taken = Stopwatch.now - beginning
    print("rate=\(Int(Double(count / concurrency * concurrency) / taken))")
  }
}
