import NetwatchCore
import NetwatchJobs

/// A scheduler whose only job is due in an hour; it runs until it is ended.
struct IdleJobsLoad {
  private let place: String

  init(arguments: ArraySlice<String>) throws(BenchmarkError) {
    guard arguments.count == 1, let place = arguments.first else {
      throw BenchmarkError("load jobs-idle: expected STORE")
    }
    self.place = place
  }

  func run() async throws {
    let store = try await JobLoad.open(place)
    let scheduler = RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: [JobHandler(JobKind(bytes: JobLoad.job.kind)) { _, _ in }]
    )
    var job = JobLoad.job
    job.options.notBefore = .seconds(3_600)
    _ = try await scheduler.submit([job])
    LoadCommand.isIdle()
    try await scheduler.run()
  }
}
