import NetwatchCore
import NetwatchHTTPServer
import NetwatchJobs
import NetwatchLinux
import NetwatchSQLiteStores
import NetwatchTestSupport
import NetwatchText

@testable import NetwatchService

/// A service's API as clients meet it: a server on a Unix socket and a port, a store in a file, a
/// scheduler.
final class APIFixture: Sendable {
  let api: ServiceAPI
  let store: AskedStore
  let connectivity: SettableConnectivityManager
  let scheduler: RetryScheduler
  let log: LogRecord
  let socket: String
  let port: UInt16

  static let token = "3e0fbc4a8f0b4fd1a7c6"

  private init(
    api: ServiceAPI,
    store: AskedStore,
    connectivity: SettableConnectivityManager,
    scheduler: RetryScheduler,
    log: LogRecord,
    socket: String,
    port: UInt16
  ) {
    (self.api, self.store, self.connectivity, self.scheduler) = (
      api, store, connectivity, scheduler
    )
    (self.log, self.socket, self.port) = (log, socket, port)
  }

  /// Serves while a closure runs.
  ///
  /// - Parameters:
  ///   - folder: Where the files are; nil: in a folder of its own.
  ///   - mode: The permissions of the socket.
  ///   - hasPort: Whether the API knows of the port that there is.
  ///   - limits: How much the store takes.
  ///   - configure: Changes the configuration before the start.
  ///   - body: What is done meanwhile.
  /// - Throws: What the closure throws, and whatever keeps the service from starting.
  static func serving(
    in folder: TemporaryFolder? = nil,
    mode: UInt32 = 0o600,
    hasPort: Bool = true,
    limits: JobLimits = JobLimits(),
    _ configure: (inout ServiceConfiguration) -> Void = { _ in },
    _ body: (APIFixture) async throws -> Void
  ) async throws {
    let folder = try folder ?? TemporaryFolder()
    var configuration = ServiceConfiguration()
    configuration.http.allowsLoopback = true
    configure(&configuration)
    let parts = try await Parts(folder, configuration, limits)
    let port = Lock<UInt16?>(nil)
    let api = parts.api(configuration) { hasPort ? port.withLock { $0 } : nil }
    let socket = folder.file("socket")
    var settings = HTTPServerSettings(listeners: [.unix(path: socket, mode: mode), .tcp(port: 0)])
    settings.admit = { api.refusal(of: $0) }
    let server = try HTTPServer(settings) { await api.respond(to: $0) }
    port.withLock { $0 = server.port }
    let fixture = APIFixture(
      api: api,
      store: parts.store,
      connectivity: parts.connectivity,
      scheduler: parts.scheduler,
      log: parts.log,
      socket: socket,
      port: server.port ?? 0
    )
    api.publish(.sample)
    async let _ = server.run()
    try await body(fixture)
    await parts.events.close()
    await parts.store.close()
  }
}

/// What an API is made of.
private struct Parts {
  let store: AskedStore
  let connectivity = SettableConnectivityManager()
  let scheduler: RetryScheduler
  let kinds: JobKinds
  let events: ServiceEvents
  let log = LogRecord()

  init(
    _ folder: TemporaryFolder,
    _ configuration: ServiceConfiguration,
    _ limits: JobLimits
  ) async throws {
    store = AskedStore(
      try await SQLiteJobStore.open(path: folder.file("jobs.db"), limits: limits)
    )
    kinds = JobKinds(
      configuration: configuration,
      connectivity: connectivity,
      log: log.sink
    )
    events = try await ServiceEvents.open(
      path: folder.file("history.db"),
      settings: configuration.history,
      log: log.sink
    )
    scheduler = RetryScheduler(
      store: store,
      connectivity: connectivity,
      handlers: kinds.handlers
    )
  }

  func api(
    _ configuration: ServiceConfiguration,
    port: @escaping @Sendable () -> UInt16?
  ) -> ServiceAPI {
    ServiceAPI(
      configuration: configuration,
      scheduler: scheduler,
      store: store,
      kinds: kinds,
      events: events,
      monitor: ServiceMonitor(
        isRunning: { true },
        links: {
          [LinkDescription(index: 2, name: "a\u{1B}b", kind: nil, isUp: true, isUsable: true)]
        }
      ),
      token: Secret(Array(APIFixture.token.utf8)),
      port: port,
      log: log.sink
    )
  }
}

extension StateSnapshot {
  /// A state like one that a monitor publishes.
  static var sample: StateSnapshot {
    let moment = WallTime(seconds: 1_700_000_000, nanoseconds: 0)
    let state = ConnectivityState(
      level: .full,
      snapshot: .nothing,
      generation: 1,
      cause: .start,
      since: moment,
      time: moment
    )
    var json = TextBuffer()
    json.append(
      json: StateReport(state: state, sequence: 1, counters: MonitorCounters(), mode: .netlink)
    )
    return StateSnapshot(state: state, json: json.bytes)
  }
}
