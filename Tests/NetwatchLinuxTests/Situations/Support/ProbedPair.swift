import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport

/// A client that is watched, and a server behind its gateway that answers its probes.
final class ProbedPair: Sendable {
  let pair: NetworkPair
  private let servers = Lock<[ScriptedServer]>([])

  private init(_ pair: NetworkPair) {
    self.pair = pair
  }

  static func make(families: Set<AddressFamily> = [.ipv4]) async throws -> ProbedPair {
    ProbedPair(try await awaitThread { try NetworkPair(families: families) })
  }

  /// Loads a script of nft(8) into the server's namespace.
  func filter(_ script: String) async throws {
    try await awaitThread { [pair] in try pair.server.nft(script) }
  }

  /// Lets the server answer on a port of its address.
  @discardableResult
  func serve(
    _ script: ScriptedServer.Script,
    over family: AddressFamily = .ipv4,
    port: UInt16 = 80
  ) throws -> ScriptedServer {
    let server = try ScriptedServer(
      in: pair.server.name,
      address: NetworkPair.serverAddress(family),
      port: port,
      script: script
    )
    servers.withLock { $0.append(server) }
    return server
  }

  /// A configuration that probes some endpoints, and damps nothing.
  func configuration(
    probes: [ProbeEndpoint] = [.http("http://192.0.2.80/")],
    interval: Duration = .seconds(30),
    timeout: Duration = .seconds(3)
  ) -> LinuxConnectivityManager.Configuration {
    .init(
      namespace: pair.client.namespace,
      probes: probes,
      probeInterval: interval,
      probeTimeout: timeout,
      lossDelay: .zero,
      recoveryDelay: .zero
    )
  }
}

extension ScriptedServer.Script {
  /// What the endpoint of a probe answers.
  static let noContent = Self.http(status: 204, reason: "No Content", keepsAlive: false)
}
