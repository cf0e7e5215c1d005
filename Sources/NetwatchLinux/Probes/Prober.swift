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
  ///   - progress: Is called with each report as it comes.
  /// - Returns: All reports, in the order of the endpoints, or what there was when the task was
  ///   cancelled.
  /// - Throws: `ConnectivityError` where no probe can be sent at all.
  func round(
    over families: [AddressFamily],
    by interface: String?,
    progress: @escaping @Sendable (ProbeReport) -> Void = { _ in }
  ) async throws(ConnectivityError) -> [ProbeReport] {
    let engine = try await startedEngine()
    let probes = configuration.probes.flatMap { endpoint in
      Self.families(of: endpoint, among: families).map { (endpoint, $0) }
    }
    let reports = await withTaskGroup { group in
      for (index, (endpoint, family)) in probes.enumerated() {
        group.addTask {
          let report = await self.probe(endpoint, over: family, by: interface, with: engine)
          if let report { progress(report) }
          return (index, report)
        }
      }
      return await group.reduce(into: [(Int, ProbeReport)]()) { reports, result in
        if let report = result.1 { reports.append((result.0, report)) }
      }
    }
    return reports.sorted { $0.0 < $1.0 }.map(\.1)
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
  ) async -> ProbeReport? {
    let challenge = endpoint.isChallenged ? ProbeChallenge.make() : nil
    var request = request(for: endpoint, over: family, challenge: challenge)
    request.interface = interface
    do {
      let response = try await engine.perform(request)
      return ProbeReport(response, from: endpoint, over: family, challenge: challenge)
    } catch {
      return error.kind == .cancelled ? nil : ProbeReport(error, from: endpoint, over: family)
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
      throw ConnectivityError(.unavailable, "probes cannot be sent: \(error)")
    }
  }

  private func start() async throws -> CurlEngine {
    guard let namespace else { return try await CurlEngine.start() }
    return try await CurlEngine.start { try namespace.enter() }
  }
}

extension ProbeEndpoint {
  fileprivate var isChallenged: Bool {
    if case .http(_, _, _, let isChallenged) = kind { isChallenged } else { false }
  }
}
