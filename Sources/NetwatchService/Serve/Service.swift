package import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchJobs
internal import NetwatchLinux
internal import NetwatchPostgresStores
internal import NetwatchSQLiteStores
internal import NetwatchSystem
package import NetwatchSystemd
internal import NetwatchText

/// The service: one process that watches the network, keeps the outbox, and shows both.
///
/// What it is made of depends on what stands before it: the monitor, the store and the history are
/// opened first, then the scheduler that uses them, and last the sockets, so that whoever connects is
/// answered.
package final class Service: Sendable {
  let manager: LinuxConnectivityManager
  let store: any JobStore
  let kinds: JobKinds
  let scheduler: RetryScheduler
  let events: ServiceEvents
  let api: ServiceAPI
  let server: HTTPServer
  let log: LogSink
  let pruneTimes = PruneTimes(now: SystemClocks.kernel.boot())
  let place: [String: String]
  private let directory: StateDirectory

  /// How long jobs that run when the service is told to stop may take to end.
  static let grace = Duration.seconds(10)

  /// Opens everything; nothing runs yet.
  ///
  /// - Parameters:
  ///   - configuration: What the service is told.
  ///   - sockets: What the service manager opened for it; it opens those itself of whose kind there is
  ///     none among them.
  ///   - log: Takes what it has to say.
  /// - Throws: ``ServiceFailure``, one line for what is in the way; `CancellationError`.
  package init(
    _ configuration: ServiceConfiguration,
    sockets: [InheritedSocket],
    log: @escaping LogSink
  ) async throws {
    self.log = log
    directory = try StateDirectory.open(configuration.stateDirectory)
    let token = try configuration.listen.tokenFile.map(AccessToken.obtain)
    let listeners = try configuration.listen.listeners(besides: sockets)
    manager = try Self.monitor(configuration.monitor, log)
    events = try await Self.events(configuration, in: directory, log)
    store = try await Self.store(configuration, in: directory)
    kinds = JobKinds(
      configuration: configuration,
      connectivity: manager,
      log: log
    )
    var settings = SchedulerSettings(retention: Self.retention, log: log)
    settings.prunes = false
    scheduler = RetryScheduler(
      store: store,
      connectivity: manager,
      handlers: kinds.handlers,
      settings: settings
    )
    let port = PortBox()
    api = ServiceAPI(
      configuration: configuration,
      scheduler: scheduler,
      store: store,
      kinds: kinds,
      events: events,
      monitor: ServiceMonitor(
        isRunning: { [manager] in manager.isRunning },
        links: { [manager] in try manager.links() }
      ),
      token: token,
      port: { port.value },
      log: log
    )
    server = try Self.server(configuration, listeners, api)
    port.set(server.port)
    place = Self.place(configuration, port: server.port)
    let deaths = LogPacer(every: .seconds(1), clocks: .kernel)
    scheduler.observe { [events, pruneTimes] transitions in
      events.append(transitions: transitions)
      Self.note(transitions, deaths, log)
      pruneTimes.jobsChanged()
    }
  }

  /// A job that has succeeded or was cancelled is what an Idempotency-Key is known by: more of them are
  /// kept than people would look at.
  private static let retention = JobRetention(
    succeeded: .init(age: .seconds(86_400), count: 100_000),
    cancelled: .init(age: .seconds(86_400), count: 100_000)
  )

  /// A state that can be shown, with the line that clients are shown.
  func snapshot(of state: ConnectivityState) -> StateSnapshot {
    var json = TextBuffer()
    json.append(json: StateReport(state, of: manager))
    return StateSnapshot(state: state, json: json.bytes)
  }
}

// MARK: - Opening

extension Service {
  private static func monitor(
    _ settings: MonitorSettings,
    _ log: @escaping LogSink
  ) throws(ServiceFailure) -> LinuxConnectivityManager {
    let configuration = try settings.monitorConfiguration(log: log)
    do throws(ConnectivityError) {
      return try LinuxConnectivityManager(configuration: configuration)
    } catch {
      throw ServiceFailure(error.code == .configuration ? .configuration : .system, "\(error)")
    }
  }

  private static func events(
    _ configuration: ServiceConfiguration,
    in directory: StateDirectory,
    _ log: @escaping LogSink
  ) async throws -> ServiceEvents {
    let path = directory.file("history.db")
    do {
      return try await ServiceEvents.open(path: path, settings: configuration.history, log: log)
    } catch let error as JobStoreError {
      throw ServiceFailure(.system, "the history \(path) can't be used: \(error)")
    }
  }

  private static func store(
    _ configuration: ServiceConfiguration,
    in directory: StateDirectory
  ) async throws -> any JobStore {
    let limits = configuration.jobLimits
    do {
      switch configuration.store {
      case .file(let name):
        return try await SQLiteJobStore.open(path: directory.file(name), limits: limits)
      case .postgres(let url): return try await PostgresJobStore.open(url, limits: limits)
      }
    } catch let error as JobStoreError {
      throw ServiceFailure(.system, "the store can't be used: \(error)")
    }
  }

  private static func server(
    _ configuration: ServiceConfiguration,
    _ listeners: [ServerListener],
    _ api: ServiceAPI
  ) throws(ServiceFailure) -> HTTPServer {
    var settings = HTTPServerSettings(listeners: listeners)
    settings.bodyLimit = configuration.requestBodyLimit
    settings.bodiesLimit = max(settings.bodiesLimit, configuration.requestBodyLimit)
    settings.admit = { api.refusal(of: $0) }
    do throws(HTTPServerError) {
      return try HTTPServer(settings) { await api.respond(to: $0) }
    } catch {
      throw ServiceFailure(.system, "\(error)")
    }
  }
}

/// The port that the server has, which is known after the API that tells of it is made.
private final class PortBox: Sendable {
  private let box = Lock<UInt16?>(nil)

  var value: UInt16? { box.withLock { $0 } }

  func set(_ port: UInt16?) { box.withLock { $0 = port } }
}

extension StoreLocation {
  /// Whether other hosts may use it too.
  package var isShared: Bool {
    switch self {
    case .file: false
    case .postgres: true
    }
  }
}

extension ServiceConfiguration {
  /// The body of a job in Base64 takes a third more, and its head and its neighbours something.
  private static let requestOverhead = 1 << 20

  /// The longest body of a request to the API, in bytes.
  var requestBodyLimit: Int { http.bodyLimit / 3 * 4 + Self.requestOverhead }

  /// What all owners together can have.
  ///
  /// No single one can fill it, nor can what waits for a single destination. A payload is the body of
  /// a job and what goes with it.
  var jobLimits: JobLimits {
    JobLimits(
      jobs: max(1_000_000, 2 * quotas.destination.jobs, 4 * quotas.owner.jobs),
      bytes: max(2 * quotas.destination.bytes, 4 * quotas.owner.bytes),
      payload: http.bodyLimit + Self.requestOverhead
    )
  }
}
