public import NetwatchCore
import NetwatchSystem

/// Runs the jobs of a store: parks them until connectivity returns, lets them go at a pace that their
/// destinations can stand, and puts failures to a chain of interceptors.
///
/// A job that was accepted runs at least once, whatever happens to the process meanwhile. Any number
/// of schedulers can share a store, in as many processes, or hosts, as it allows.
///
/// ```swift
/// let report = JobKind<Report>("report")
/// let scheduler = RetryScheduler(
///   store: try await SQLiteJobStore.open(path: "/var/lib/app/outbox.db"),
///   connectivity: manager,
///   handlers: [JobHandler(report) { payload, context in try await send(payload) }])
/// let id = try await scheduler.submit(Report(day: 1), as: report)
/// try await scheduler.run()
/// ```
///
/// All functions can be called from any task at any time; jobs can be submitted before ``run()`` is
/// called and after it has ended.
public final class RetryScheduler: Sendable {
  let store: any JobStore
  let connectivity: any ConnectivityManagerProtocol
  let chain: RetryChain
  let budget: RetryBudget?
  let settings: SchedulerSettings

  let handlers: [String: JobHandler]
  let state: Lock<SchedulerState>
  let callers = Lock(WaitingCallers())

  /// What the last retries of jobs were paid with, so that it comes back when they succeed.
  let permits = Lock([JobID: RetryBudget.Permit]())

  /// Whether nothing begins any more.
  let closing = StateBroadcast(false)
  let timer: SoonestTimer
  let transitions = JobEvents()
  let worker: String

  /// Creates a scheduler.
  ///
  /// The program is stopped where two handlers have one kind, or two interceptors one id: that is a
  /// mistake of whoever wrote it.
  ///
  /// - Parameters:
  ///   - store: Where the jobs are kept.
  ///   - connectivity: Knows whether there is a connection; it has to be running.
  ///   - handlers: What works on the jobs, one for each kind; jobs of other kinds are left alone.
  ///   - interceptors: The chain that failures are put to, the last one first; nil:
  ///     ``defaultInterceptors(connectivity:)``.
  ///   - maxRetryCount: The most retries of a job, whoever proposes them; waits for connectivity and
  ///     for a destination do not count. Nil: no limit.
  ///   - budget: What retries are paid from; a job whose retry it can't pay waits for up to 30 s more.
  ///   - release: How fast work goes to each destination.
  ///   - settings: Everything else.
  public init(
    store: any JobStore,
    connectivity: any ConnectivityManagerProtocol,
    handlers: [JobHandler],
    interceptors: [RetryInterceptor]? = nil,
    maxRetryCount: Int? = nil,
    budget: RetryBudget? = nil,
    release: ReleaseSettings = ReleaseSettings(),
    settings: SchedulerSettings = SchedulerSettings()
  ) {
    self.store = store
    self.connectivity = connectivity
    self.budget = budget
    self.settings = settings
    self.handlers = Self.byKind(handlers)
    chain = Self.chain(
      interceptors
        ?? Self.defaultInterceptors(connectivity: connectivity, random: settings.random),
      maxRetryCount
    )
    worker = settings.worker ?? "worker-\(UInt32.random(in: .min ... .max))"
    let planning = SchedulePlan.Settings(
      concurrency: settings.concurrency,
      release: release,
      kinds: Set(self.handlers.keys)
    )
    let plan = SchedulePlan(settings: planning, at: settings.clocks.boot())
    state = Lock(SchedulerState(plan: plan, settings: settings))
    timer = SoonestTimer(clocks: settings.clocks)
  }

  var clocks: SystemClocks { settings.clocks }
  var random: RandomSource { settings.random }

  /// The interceptors of a scheduler that is given none: 25 attempts in a row with a full-jitter
  /// backoff from 1 s up to 1 h, in which a Retry-After is always waited for; a job of which nothing
  /// reached the server waits for its destination, and everything waits for connectivity.
  public static func defaultInterceptors(
    connectivity: any ConnectivityManagerProtocol
  ) -> [RetryInterceptor] {
    defaultInterceptors(connectivity: connectivity, random: .system)
  }

  private static func defaultInterceptors(
    connectivity: any ConnectivityManagerProtocol,
    random: RandomSource
  ) -> [RetryInterceptor] {
    [
      .retryWithBackoff(
        maxAttempts: 25,
        transientBaseDelay: .seconds(1),
        maxDelay: .seconds(3600),
        retryAfterAboveMaxDelay: .wait,
        random: random
      ),
      .parkAtDestination(),
      .retryWhenConnected(connectivity),
    ]
  }

  private static func byKind(_ handlers: [JobHandler]) -> [String: JobHandler] {
    handlers.reduce(into: [:]) { table, handler in
      precondition(
        table.updateValue(handler, forKey: handler.kind) == nil,
        "two handlers are for the kind \"\(handler.kind)\"; expected one for each kind"
      )
    }
  }

  private static func chain(_ interceptors: [RetryInterceptor], _ limit: Int?) -> RetryChain {
    do {
      return try RetryChain(interceptors, maxRetryCount: limit)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

// MARK: - Jobs

extension RetryScheduler {
  /// Submits a job; returns when the store has it for good.
  ///
  /// - Parameters:
  ///   - payload: What the handler is given.
  ///   - kind: The kind of job.
  ///   - options: What is asked for besides.
  /// - Returns: The job's number; that of an unfinished job with the same unique key where there is one.
  /// - Throws: What the kind's encoder throws; `JobStoreError`, as `full`; `CancellationError`, after
  ///   which the job may have been accepted or not.
  public func submit<Payload>(
    _ payload: Payload,
    as kind: JobKind<Payload>,
    options: JobOptions = JobOptions()
  ) async throws -> JobID {
    let receipts = try await submit([kind.job(payload, options: options)])
    guard let receipt = receipts.first else {
      throw JobStoreError(.failed, "the store gave no receipt for a job")
    }
    return receipt.id
  }

  /// Submits many jobs in one commit: all or none.
  ///
  /// - Parameter jobs: The jobs; see ``JobKind/job(_:options:)``.
  /// - Returns: A receipt for each, in their order.
  /// - Throws: As ``submit(_:as:options:)``.
  public func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] {
    let receipts = try await store.submit(jobs)
    expectDeadlines(of: jobs)
    transitions.tell(
      zip(jobs, receipts).filter { !$1.isDuplicate }.map { JobTransition(submitted: $0, as: $1.id) }
    )
    return receipts
  }

  /// Cancels a job that is not finished; a handler that runs for it is cancelled.
  ///
  /// - Returns: Whether it was not finished.
  /// - Throws: `JobStoreError`, `CancellationError`.
  @discardableResult
  public func cancel(_ id: JobID) async throws -> Bool {
    told(try await store.cancel(id))
  }

  /// Lets a job run as soon as it can that waits, is dead or was cancelled.
  ///
  /// - Returns: Whether it was one of these.
  /// - Throws: `JobStoreError`, `CancellationError`.
  @discardableResult
  public func retryNow(_ id: JobID) async throws -> Bool {
    told(try await store.retryNow(id))
  }

  /// A job as it stands; nil where there is none with this number.
  public func job(_ id: JobID) async throws -> Job? { try await store.job(id) }

  /// The jobs that a query names, by their numbers.
  public func jobs(matching query: JobQuery) async throws -> [Job] {
    try await store.jobs(matching: query)
  }

  /// What there is in the store, and what happens here.
  public func statistics() async throws -> SchedulerStatistics {
    let counted = try await store.statistics()
    let isAvailable = connectivity.isConnectionAssumedAvailable
    return state.withLock { state in
      SchedulerStatistics(
        store: counted,
        running: state.plan.running,
        isConnectionAssumedAvailable: isAvailable,
        unknownKinds: counted.kinds.filter { handlers[$0.key] == nil }
      )
    }
  }

  /// The transitions of jobs that this scheduler makes or sees, from now on.
  ///
  /// Each access makes an independent observer. One that falls behind by more than 1,000 loses the
  /// oldest. The run of a job may be told before the submission or the request that it follows, where
  /// both happen at once. The streams end when ``run()`` ends.
  public var events: AsyncStream<JobTransition> { transitions.stream }

  /// Has a function called with the transitions of jobs that this scheduler makes or sees, none left
  /// out, also before ``run()`` and after it has ended.
  ///
  /// - Parameter observer: Called by whoever makes the transition, on any thread, outside of all locks,
  ///   when the store has it; it must return soon, because the scheduler waits for it. It takes the
  ///   place of the one before; set it before anything is submitted.
  package func observe(_ observer: @escaping @Sendable ([JobTransition]) -> Void) {
    transitions.observe(observer)
  }

  /// A job that is ready and never gets to run is dead at its deadline: somebody has to look then.
  private func expectDeadlines(of jobs: [NewJob]) {
    guard let first = jobs.compactMap(\.options.deadline).min() else { return }
    let moment = clocks.boot().advanced(by: max(first, .zero))
    changed { $0.plan.due(at: moment) }
  }

  private func told(_ transition: JobTransition?) -> Bool {
    guard let transition else { return false }
    transitions.tell([transition])
    return true
  }
}
