import NetwatchCore
import NetwatchJobs

/// Jobs that a whole scheduler runs, with a handler that does nothing.
struct RunLoad {
  private let place: String
  private let count: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    let words = Array(arguments)
    guard words.count == 2, let count = Int(words[1]), count > 0
    else { throw BenchmarkError("load jobs-run: expected STORE JOBS") }
    (place, self.count) = (words[0], count)
  }

  func run() async throws {
    let store = try await JobLoad.open(place)
    try await JobLoad.fill(store, count)
    let done = Countdown(count)
    let scheduler = RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: [JobHandler(JobKind(bytes: JobLoad.job.kind)) { _, _ in done.count() }],
      release: ReleaseSettings(jitter: .zero)
    )
    let beginning = Stopwatch.now
    let run = Task { try await scheduler.run() }
    await done.wait()
    // The last reports count too.
    scheduler.beginShutdown(grace: .seconds(10))
    try await run.value
    let taken = Stopwatch.now - beginning
    await store.close()
    print("rate=\(Int(Double(count) / taken))")
  }
}
