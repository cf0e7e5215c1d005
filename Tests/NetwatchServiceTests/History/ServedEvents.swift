import NetwatchCore
import NetwatchHTTPServer
import NetwatchJobs
import NetwatchSystem
import NetwatchTestSupport

@testable import NetwatchService

/// The events of a service with a server of their own; a caller is whoever `X-Caller` names, `root`
/// being an administrator.
final class ServedEvents: Sendable {
  let events: ServiceEvents
  let socket: String

  private let folder: TemporaryFolder
  private let server: HTTPServer

  /// - Parameters:
  ///   - database: The history's file.
  ///   - settings: How much it keeps.
  /// - Throws: What opening the history or the socket throws.
  init(_ database: String, _ settings: HistorySettings = HistorySettings()) async throws {
    folder = try TemporaryFolder()
    socket = folder.file("socket")
    let events = try await ServiceEvents.open(path: database, settings: settings, log: nil)
    self.events = events
    var server = HTTPServerSettings(listeners: [.unix(path: socket, mode: 0o600)])
    // What the slow get in the end waits for them here as long as it takes.
    server.requestTimeout = .seconds(60)
    self.server = try HTTPServer(server) { request in
      let owner = request.headers["X-Caller"] ?? "root"
      let caller = Caller(owner: owner, isAdministrator: owner == "root")
      return events.response(to: request, caller: caller)
    }
  }

  /// Serves while a closure runs; then the server and the history end.
  static func during(
    _ database: String,
    _ settings: HistorySettings = HistorySettings(),
    _ body: (ServedEvents) async throws -> Void
  ) async throws {
    let served = try await ServedEvents(database, settings)
    do {
      async let _ = served.server.run()
      try await body(served)
    }
    await served.events.close()
  }

  /// A client that listens.
  func client(
    _ query: String = "",
    after id: String? = nil,
    as caller: String = "root"
  ) async throws -> EventClient {
    let client = try EventClient(socket)
    let resume = id.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    try client.send(
      "GET /v1/events\(query) HTTP/1.1\r\nHost: h\r\nX-Caller: \(caller)\r\n\(resume)\r\n"
    )
    return client
  }
}

extension StateSnapshot {
  /// A state over an interface of a name.
  static func test(_ level: ConnectivityLevel, interface: String = "eth0") -> StateSnapshot {
    let path = NetworkPath(family: .ipv4, interfaceIndex: 2, gateway: nil)
    let egress = Egress(path: path, interfaceName: interface, source: .test)
    let isDown = level == .none
    let state = ConnectivityState(
      level: level,
      snapshot: Snapshot(
        ipv4: isDown ? .unreachable(.noRoute) : .reachable(egress),
        ipv6: .unreachable(.disabled)
      ),
      generation: 1,
      cause: .route,
      since: SystemClocks.kernel.wall(),
      time: SystemClocks.kernel.wall()
    )
    return StateSnapshot(state: state, json: Array("{\"level\":\"\(level)\"}".utf8))
  }
}

extension IPAddress {
  static let test = IPAddress(ipv4: 0xC000_0201)
}

extension JobTransition {
  /// A change of a job of somebody's.
  static func test(_ number: Int, owner: String? = "1000", reason: String = "") -> JobTransition {
    JobTransition(
      id: JobID(rawValue: Int64(number)),
      kind: "work",
      owner: owner,
      from: nil,
      to: .ready,
      reason: reason
    )
  }
}
