import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport

@testable import NetwatchHTTP

/// A client and a server in namespaces of their own, and a manager that watches the client's.
struct WatchedPair: Sendable {
  let pair: NetworkPair
  let server: ScriptedServer
  let manager: LinuxConnectivityManager

  init(script: ScriptedServer.Script) async throws {
    let pair = try await awaitThread { try NetworkPair(families: [.ipv4]) }
    self.pair = pair
    server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverIPv4,
      script: script
    )
    manager = try LinuxConnectivityManager(
      configuration: .init(namespace: pair.client.namespace, recoveryDelay: .zero)
    )
  }

  var request: NetworkRequest { NetworkRequest(url: "\(server.origin)/") }

  /// A client whose requests leave from the client's namespace.
  func client(configure: (inout NetworkClientConfiguration) -> Void = { _ in }) -> NetworkClient {
    let transport = CurlTransport { [name = pair.client.name] in
      try ThreadView.enterNetwork(name)
    }
    return .testing(manager, transport: transport, configure: configure)
  }

  /// Runs the manager for as long as a closure takes.
  func whileWatching(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let before = manager.counters.evaluations
    try await withThrowingTaskGroup(of: Void.self) { [manager] group in
      group.addTask {
        do { try await manager.run() } catch is CancellationError {}
      }
      try await eventually(within: .seconds(10)) { manager.counters.evaluations > before }
      try await body()
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// Pulls the client's cable, or plugs it in; with it goes the default route.
  func setCable(isIn: Bool) async throws {
    try await awaitThread { [client = pair.client] in
      try client.batch(
        isIn
          ? ["link set v0 up", "route add \(NetworkPair.defaultRoute(.ipv4))"]
          : ["link set v0 down"]
      )
    }
  }
}
