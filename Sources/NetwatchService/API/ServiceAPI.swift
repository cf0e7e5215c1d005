package import NetwatchCore
package import NetwatchHTTPServer
package import NetwatchJobs
package import NetwatchSystem

/// The service's HTTP API: who may ask, what is there, and what it says.
///
/// All functions can be called from any thread at any time.
package final class ServiceAPI: Sendable {
  let scheduler: RetryScheduler
  let store: any JobStore
  let kinds: JobKinds
  let events: ServiceEvents
  let monitor: ServiceMonitor
  let port: @Sendable () -> UInt16?
  let clocks: SystemClocks
  let log: LogSink?

  let callers: CallerTable
  let sessions: Sessions
  let gate: LoopbackGate
  private let refusals: RefusalLog
  let quotas: Quotas
  let recentHealth: RecentAnswers
  let recentHistory: RecentAnswers
  let recentMetrics: (full: RecentAnswers, plain: RecentAnswers)
  let presentState = Lock<PresentState?>(nil)

  /// Who reads a long payload.
  let payloadTurns = Turns()

  /// Who has jobs listed, by the caller: each list may have to look at a great many.
  let listTurns = Turns(waitingLimit: 32)

  /// The requests with an Idempotency-Key that are being handled, by the key of their first job.
  let keysUnderWay = Lock<Set<String>>([])

  /// Creates the API of a service.
  ///
  /// - Parameters:
  ///   - configuration: Who administers, the quotas, and whether other hosts use the same store.
  ///   - scheduler: What runs the jobs.
  ///   - store: Where the scheduler keeps them.
  ///   - kinds: What jobs there can be.
  ///   - events: The history, and who follows it.
  ///   - monitor: What watches the network.
  ///   - token: What clients over TCP show; nil: nobody can, and there are only one-time links.
  ///   - port: The port on loopback, asked for each time; nil where there is none.
  ///   - clocks: What time it is.
  ///   - log: Takes diagnostics.
  package init(
    configuration: ServiceConfiguration,
    scheduler: RetryScheduler,
    store: any JobStore,
    kinds: JobKinds,
    events: ServiceEvents,
    monitor: ServiceMonitor,
    token: Secret?,
    port: @escaping @Sendable () -> UInt16?,
    clocks: SystemClocks = .kernel,
    log: LogSink?
  ) {
    (self.scheduler, self.store, self.kinds, self.events) = (scheduler, store, kinds, events)
    (self.monitor, self.port, self.clocks, self.log) = (monitor, port, clocks, log)
    callers = CallerTable(isStoreShared: configuration.store.isShared)
    sessions = Sessions(clocks: clocks)
    refusals = RefusalLog(clocks: clocks, log: log)
    gate = LoopbackGate(
      callers: callers,
      sessions: sessions,
      token: Lock(token),
      port: port
    )
    quotas = Quotas(
      configuration.quotas,
      isStoreShared: configuration.store.isShared,
      clocks: clocks
    ) { () async throws(Problem) in
      try await Self.stored(log) { try await store.usage() }
    }
    recentHealth = RecentAnswers(clocks: clocks)
    // Long ones are megabytes, and made on the thread that resumes event streams too.
    recentHistory = RecentAnswers(
      clocks: clocks,
      duration: .seconds(5),
      keptLimit: 4,
      waitingLimit: 8
    )
    recentMetrics = (RecentAnswers(clocks: clocks), RecentAnswers(clocks: clocks))
    update(configuration)
  }

  /// Has another configuration from now on: administrators and quotas.
  ///
  /// It looks administrators up by their names, which may take a while.
  package func update(_ configuration: ServiceConfiguration) {
    for (name, reason) in callers.update(configuration.administrators) {
      log?(.warning, "an administrator stands for nobody: \(reason)", ["name": name])
    }
    events.endStreams { !callers.isCurrent($0) }
    quotas.update(configuration.quotas)
  }

  /// Has another token from now on.
  ///
  /// - Returns: Whether it is another one.
  func update(token: Secret) -> Bool {
    gate.token.withLock { present in
      defer { present = token }
      return present?.isShown(by: token.text) != true
    }
  }

  /// Has another state from now on; to be called with each state that the monitor publishes.
  package func publish(_ snapshot: StateSnapshot) {
    let state = PresentState(snapshot)
    presentState.withLock { $0 = state }
  }

  /// What a request over TCP is refused with by its head alone: nobody who is not let in has a body
  /// taken, which would be room that others need.
  func refusal(of request: ServerRequest) -> ServerResponse? {
    do throws(Problem) {
      _ = try caller(of: request, APIRoute(path: request.path))
      return nil
    } catch {
      refusals.note(error, request)
      return error.response
    }
  }

  /// Answers a request: the handler of the ``HTTPServer``.
  package func respond(to request: ServerRequest) async -> ServerResponse {
    do throws(Problem) {
      return try await answer(request)
    } catch {
      refusals.note(error, request)
      return error.response
    }
  }
}
