import NetwatchCore
import NetwatchSystem

/// How a value is fetched, and what comes before and after it.
struct Fetcher<Value: Sendable>: Sendable {
  var prerequisites: [any DataSourceRefreshPrerequisite] = []
  var connectivity: ConnectivityNeed?
  /// What is done before each fetch, in order.
  var preparations: [@Sendable () async throws -> Void] = []
  let fetch: @Sendable () async throws -> Value
  var strategy = RetryStrategy.fixed(maxAttempts: 1)
  var recover: @Sendable (any Error) async -> RetryErrorAction = { _ in .retry }
  let onError: @Sendable (any Error) async -> FetchErrorAction

  /// Fetches once all allows it.
  ///
  /// - Parameters:
  ///   - runtime: The clock, and the pace after an outage.
  ///   - parked: Told when a wait for connectivity begins and ends.
  ///   - began: Told when all that comes before the fetch is done.
  /// - Returns: The value.
  /// - Throws: What an attempt threw, or what kept it from being made.
  func fetch(
    _ runtime: SourceRuntime,
    parked: @escaping @Sendable (Bool) -> Void,
    began: () -> Void
  ) async throws -> Value {
    try await checkPrerequisites()
    let gate = connectivity.map { ConnectivityGate(need: $0, runtime: runtime, parked: parked) }
    // What held before a long wait may not hold after it.
    if try await gate?.open() == .afterWait { try await checkPrerequisites() }
    try await prepare()
    began()
    return try await retry(
      maxAttempts: strategy.maxAttempts,
      backoff: strategy.backoff,
      clock: RuntimeClock(runtime.clocks),
      random: runtime.random
    ) {
      if let gate { try await gate.attempt(fetch) } else { try await fetch() }
    } recoverFromFailure: { error in
      // A monitor that has ended does not come back.
      guard !isPremature(error), !(error is ConnectivityError) else { return .stop }
      if try await gate?.isShut() == true { return .stop }
      return await recover(error) == .retry ? .retry : .stop
    }
  }

  private func checkPrerequisites() async throws {
    for prerequisite in prerequisites {
      guard await prerequisite.check() else { throw PrerequisiteError(prerequisite: prerequisite) }
      try Task.checkCancellation()
    }
  }

  private func prepare() async throws {
    for preparation in preparations {
      try await preparation()
      try Task.checkCancellation()
    }
  }

  /// What becomes of a failure: `onError` is asked about all but cancellations and what only says that
  /// the time has not come.
  func judge(_ error: any Error) async -> DataSourceMachine<Value>.RunEnd {
    if Task.isCancelled || NetworkErrorType(of: error) == .cancelled {
      return .unmade(CancellationError())
    }
    if isPremature(error) { return .unmade(error) }
    return .failure(error, await onError(error))
  }

  /// Whether an error only says that the time has not come.
  private func isPremature(_ error: any Error) -> Bool {
    error is PrerequisiteError || error is DependencyUnavailableError
  }
}
