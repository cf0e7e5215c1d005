import NetwatchCore
import NetwatchJobs

/// Jobs in memory through their whole life: submitted, parked, released and finished.
struct MemoryJobLoad {
  private static let kind = JobKind(bytes: "load")
  private static let batch = 100
  private static let payload = 200

  private let count: Int

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    guard arguments.count == 1, let count = arguments.first.flatMap(Int.init), count > 0
    else { throw BenchmarkError("load jobs-memory: expected COUNT") }
    self.count = count
  }

  func run() async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let done = Countdown(count)
    let scheduler = RetryScheduler(
      store: MemoryJobStore(limits: JobLimits(jobs: count)),
      connectivity: manager,
      handlers: [JobHandler(Self.kind) { _, _ in done.count() }],
      release: ReleaseSettings(jitter: .zero)
    )
    let run = Task { try await scheduler.run() }
    let before = try LoadCommand.resident()
    let start = Stopwatch.now
    try await submit(to: scheduler)
    let parked = Stopwatch.now
    let resident = try LoadCommand.resident() - before
    manager.set(isAvailable: true)
    await done.wait()
    while try await scheduler.statistics().store.states[.running] ?? 0 > 0 { await Task.yield() }
    let end = Stopwatch.now
    run.cancel()
    let bytes = resident * 1024 / Double(count) - Double(Self.payload)
    print("rate=\(rate(end - start)) bytes=\(Int(bytes))")
    print("submit=\(rate(parked - start)) run=\(rate(end - parked))")
  }

  private func rate(_ seconds: Double) -> Int { Int(Double(count) / seconds) }

  private func submit(to scheduler: RetryScheduler) async throws {
    let payload = [UInt8](repeating: 120, count: Self.payload)
    var left = count
    while left > 0 {
      // Each job has bytes of its own, as the payloads of a program would.
      let jobs = try (0..<min(left, Self.batch)).map { index in
        var own = payload
        own[0] = UInt8(truncatingIfNeeded: index)
        return try Self.kind.job(own)
      }
      _ = try await scheduler.submit(jobs)
      left -= jobs.count
    }
  }
}
