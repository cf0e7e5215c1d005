import NetwatchCore

@testable import NetwatchJobs

/// A store in memory, with schedulers of it that live in simulated time.
struct SchedulerFixture {
  let time = SimulatedTime()
  let runs = Runs()
  let store: MemoryJobStore

  init() { store = MemoryJobStore(clocks: time.clocks) }

  /// A scheduler whose connection is always there.
  func scheduler(
    _ handlers: JobHandler...,
    interceptors: [RetryInterceptor] = [.retryWithBackoff(random: .constant(0.5))],
    budget: RetryBudget? = nil
  ) -> RetryScheduler {
    RetryScheduler(
      store: store,
      connectivity: SettableConnectivityManager(),
      handlers: handlers,
      interceptors: interceptors,
      budget: budget,
      settings: SchedulerSettings().simulated(time)
    )
  }

  /// A handler that writes its runs down, and fails where it is given an error.
  func recording(_ error: (any Error)? = nil) -> JobHandler {
    JobHandler(.bytes) { [runs] _, context in
      runs.append(context.id.rawValue, attempt: context.attempt, token: context.token)
      if let error { throw error }
    }
  }
}

extension JobKind where Payload == [UInt8] {
  /// The jobs that ``SchedulerFixture/recording(_:)`` works on.
  static var bytes: Self { JobKind(bytes: "bytes") }
}
