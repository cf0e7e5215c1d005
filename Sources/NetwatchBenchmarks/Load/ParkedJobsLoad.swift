import NetwatchCore
import NetwatchJobs

/// A scheduler that is started on a file full of jobs during an outage, which then ends.
///
/// That it has looked at the file is seen by a job that needs no connection: it runs at once.
struct ParkedJobsLoad {
  /// The one job in the file that runs during the outage.
  static let beacon = NewJob(
    kind: "beacon",
    payload: [],
    options: JobOptions(destination: "beacon", requirement: .nothing)
  )

  private let path: String

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    guard arguments.count == 1, let path = arguments.first else {
      throw BenchmarkError("load jobs-parked: expected PATH")
    }
    self.path = path
  }

  func run() async throws {
    let manager = SettableConnectivityManager(isAvailable: false)
    let (isRunning, hasBegun) = (Countdown(1), Countdown(1))
    let beginning = Stopwatch.now
    let store = try await JobLoad.open(path)
    let scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: [
        JobHandler(JobKind(bytes: Self.beacon.kind)) { _, _ in isRunning.count() },
        JobHandler(JobKind(bytes: JobLoad.job.kind)) { _, _ in hasBegun.count() },
      ],
      release: ReleaseSettings(jitter: .zero)
    )
    let run = Task { try await scheduler.run() }
    await isRunning.wait()
    let running = Stopwatch.now - beginning
    let resident = try LoadCommand.resident()
    // The beacon's report is no part of what comes now.
    try await Task.sleep(for: .milliseconds(200))
    let end = Stopwatch.now
    manager.set(isAvailable: true)
    await hasBegun.wait()
    let first = Stopwatch.now - end
    print("running=\(Int(running * 1e6)) us resident=\(Int(resident)) KiB", terminator: " ")
    print("first=\(Int(first * 1e6)) us most=\(Int(try LoadCommand.residentAtMost())) KiB")
    run.cancel()
    _ = await run.result
    await store.close()
  }
}
