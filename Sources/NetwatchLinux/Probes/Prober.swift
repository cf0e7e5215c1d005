internal import NetwatchCore
internal import NetwatchCurl
internal import NetwatchNetlink

/// Asks endpoints whether packets get through, over connections of its own.
///
/// The engine, and with it its thread, starts with the first probe.
final class Prober: Sendable {
  private let configuration: LinuxConnectivityManager.Configuration
  private let namespace: NamespaceDescriptor?
  private let engine = Lock<CurlEngine?>(nil)
  /// Whether the last round with anything to say was kept from its probes, and that is logged.
  private let isObstructed = Lock(false)

  init(
    _ configuration: LinuxConnectivityManager.Configuration,
    in namespace: NamespaceDescriptor?
  ) {
    self.configuration = configuration
    self.namespace = namespace
  }

  /// How many probes a round over these families sends.
  func count(over families: [AddressFamily]) -> Int {
    configuration.probes.reduce(0) { $0 + Self.families(of: $1, among: families).count }
  }

  /// Probes all endpoints over some families at once.
  ///
  /// - Parameters:
  ///   - families: The families to go over; an endpoint that is an address is only asked over its own.
  ///   - interface: What the only interface to go by is called at present, or `nil` for any.
  /// - Returns: All reports, in the order of the endpoints, or what there was when the task was
  ///   cancelled.
  /// - Throws: `ConnectivityError` where a probe cannot be sent.
  func round(
    over families: [AddressFamily],
    by interface: String?
  ) async throws(ConnectivityError) -> [ProbeReport] {
    let result = await result(over: families, by: interface)
    if let obstacle = result.obstacle { throw obstacle }
    return result.reports
  }

  /// Does the same for somebody who watches: a probe that cannot be sent has no report, and the reason
  /// is logged, unless the rounds before were kept from their probes too.
  ///
  /// - Parameters:
  ///   - families: The families to go over; an endpoint that is an address is only asked over its own.
  ///   - interface: What the only interface to go by is called at present, or `nil` for any.
  ///   - progress: Is called with each report as it comes.
  /// - Returns: The reports, in the order of the endpoints.
  func loggedRound(
    over families: [AddressFamily],
    by interface: String?,
    progress: @escaping @Sendable (ProbeReport) -> Void
  ) async -> [ProbeReport] {
    let result = await result(over: families, by: interface, progress: progress)
    log(result)
    return result.reports
  }

  private func log(_ result: ProbeRoundResult) {
    guard let obstacle = result.obstacle else {
      if !result.reports.isEmpty { isObstructed.withLock { $0 = false } }
      return
    }
    let wasObstructed = isObstructed.withLock { isObstructed in
      defer { isObstructed = true }
      return isObstructed
    }
    if !wasObstructed { configuration.log?(.error, obstacle.description, [:]) }
  }

  private func result(
    over families: [AddressFamily],
    by interface: String?,
    progress: @escaping @Sendable (ProbeReport) -> Void = { _ in }
  ) async -> ProbeRoundResult {
    do throws(ConnectivityError) {
      let engine = try await startedEngine()
      let ends = await ends(over: families, by: interface, with: engine, progress: progress)
      let obstacles = ends.compactMap(\.obstacle)
      if obstacles.contains(where: { $0.kind == .engineStopped }) { forget(engine) }
      return ProbeRoundResult(
        reports: ends.compactMap(\.report),
        obstacle: obstacles.first.map(Self.error)
      )
    } catch {
      return ProbeRoundResult(reports: [], obstacle: error)
    }
  }

  private func ends(
    over families: [AddressFamily],
    by interface: String?,
    with engine: CurlEngine,
    progress: @escaping @Sendable (ProbeReport) -> Void
  ) async -> [ProbeEnd] {
    let probes = configuration.probes.flatMap { endpoint in
      Self.families(of: endpoint, among: families).map { (endpoint, $0) }
    }
    let ends = await withTaskGroup { group in
      for (index, (endpoint, family)) in probes.enumerated() {
        group.addTask {
          let end = await self.probe(endpoint, over: family, by: interface, with: engine)
          if let report = end.report { progress(report) }
          return (index, end)
        }
      }
      return await group.reduce(into: [(Int, ProbeEnd)]()) { $0.append($1) }
    }
    return ends.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static func families(
    of endpoint: ProbeEndpoint,
    among families: [AddressFamily]
  ) -> [AddressFamily] {
    guard let only = endpoint.target.addressFamily else { return families }
    return families.filter { $0 == only }
  }

  private func probe(
    _ endpoint: ProbeEndpoint,
    over family: AddressFamily,
    by interface: String?,
    with engine: CurlEngine
  ) async -> ProbeEnd {
    let challenge = endpoint.isChallenged ? ProbeChallenge.make() : nil
    var request = request(for: endpoint, over: family, challenge: challenge)
    request.interface = interface
    do {
      let response = try await engine.perform(request)
      return .reported(
        ProbeReport(response, from: endpoint, over: family, challenge: challenge)
      )
    } catch {
      return ProbeEnd(error, of: endpoint, over: family)
    }
  }

  private func request(
    for endpoint: ProbeEndpoint,
    over family: AddressFamily,
    challenge: String?
  ) -> CurlRequest {
    var request = CurlRequest(endpoint.target, timeout: configuration.probeTimeout)
    request.family = family
    request.userAgent = "netwatch"
    if let needed = ProbeClassifier.bodyNeeded(from: endpoint) {
      request.bodyNeeded = needed
      request.bodyLimit = needed
    }
    if let challenge {
      request.headers = [CurlHeader(name: ProbeChallenge.requestHeader, value: challenge)]
    }
    return request
  }

  private func startedEngine() async throws(ConnectivityError) -> CurlEngine {
    if let engine = engine.withLock({ $0 }) { return engine }
    do {
      let started = try await start()
      // Rounds come one at a time; should two start an engine after all, the first one stays.
      return engine.withLock { engine in
        let kept = engine ?? started
        engine = kept
        return kept
      }
    } catch {
      throw Self.error(error)
    }
  }

  /// Lets go of an engine that has stopped, so that the next round starts another.
  private func forget(_ stopped: CurlEngine) {
    engine.withLock { engine in
      if engine === stopped { engine = nil }
    }
  }

  private static func error(_ obstacle: any Error) -> ConnectivityError {
    ConnectivityError(.unavailable, "probes cannot be sent: \(obstacle)")
  }

  private func start() async throws -> CurlEngine {
    guard let namespace else { return try await CurlEngine.start() }
    return try await CurlEngine.start { [log = configuration.log, name = configuration.namespace] in
      try namespace.enter()
      do throws(NamespaceResolver.Failure) {
        if let name { try NamespaceResolver.adopt(name) }
      } catch {
        log?(.warning, "names are looked up with the host's own resolv.conf: \(error)", [:])
      }
    }
  }
}

/// What a round of probes has come to.
private struct ProbeRoundResult {
  let reports: [ProbeReport]
  /// Why a probe could not be sent, where one could not.
  let obstacle: ConnectivityError?
}

extension ProbeEndpoint {
  fileprivate var isChallenged: Bool {
    if case .http(_, _, _, let isChallenged) = kind { isChallenged } else { false }
  }
}
