import NetwatchCore
import NetwatchHTTP
import NetwatchJobs
import NetwatchSystemd
import NetwatchTestSupport
import Testing

@testable import NetwatchService

/// A service's kinds of jobs with a scheduler that runs them.
struct JobRuns: Sendable {
  let kinds: JobKinds
  let scheduler: RetryScheduler

  /// Takes what a service's configuration says; waits between attempts are too short to be noticed.
  init(
    attempts: Int = 2,
    store: MemoryJobStore = MemoryJobStore(),
    credentials: Credentials = Credentials(directory: nil),
    transport: (any HTTPTransport)? = nil,
    _ configure: (inout ServiceConfiguration) -> Void = { _ in }
  ) {
    var configuration = ServiceConfiguration()
    configuration.http.allowsLoopback = true
    configure(&configuration)
    let manager = SettableConnectivityManager()
    kinds = JobKinds(
      configuration: configuration,
      connectivity: manager,
      credentials: credentials,
      transport: transport,
      log: nil
    )
    scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: kinds.handlers,
      interceptors: [
        .retryWithBackoff(
          maxAttempts: attempts,
          transientBaseDelay: .milliseconds(1),
          throttlingBaseDelay: .milliseconds(1)
        )
      ]
    )
  }

  /// Submits a job of the kind `http`, and runs it to its end.
  func send(_ url: String, _ more: String = "") async throws -> Job {
    try await end(of: #"{"kind":"http","http":{"url":"\#(url)"\#(more)}}"#)
  }

  /// Submits jobs, and runs them until the first has ended.
  func end(of body: String) async throws -> Job {
    let receipts = try await scheduler.submit(kinds.jobs(body))
    let id = try #require(receipts.first).id
    return try await running { try await end(of: id) }
  }

  /// Waits for the end of a job that runs.
  func end(of id: JobID) async throws -> Job {
    try await eventually(within: .seconds(20)) {
      try await scheduler.job(id)?.state.isFinal == true
    }
    return try #require(await scheduler.job(id))
  }

  /// Runs the scheduler as long as a closure takes, and what it began to its end.
  func running<Result>(_ body: () async throws -> Result) async throws -> Result {
    let run = Task { [scheduler] in try await scheduler.run() }
    defer { run.cancel() }
    return try await body()
  }
}

extension Job {
  /// How its attempts failed.
  var failures: [String] { history.attempts.records.map(\.failure) }

  /// All that can be read of how it went.
  var told: String { (history.attempts.records.map(\.description) + [reason ?? ""]).joined() }
}
