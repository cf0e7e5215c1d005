/// Turns the outcomes of probes and of real traffic into a level.
///
/// Evidence counts for the path it was won on: each piece names the generation of its path, and what
/// names an older one is dropped.
struct EvidenceMachine: Sendable {
  struct Settings: Sendable {
    var hasProbes: Bool
    var failureThreshold = 2
    var trafficPolicy = TrafficEvidencePolicy.supporting
    var proofLifetime: Duration
    var nameGracePeriod = Duration.seconds(5)
  }

  /// What a probe round came to.
  enum RoundVerdict: Equatable, Sendable {
    /// An endpoint was reached.
    case success

    /// None was.
    case failed

    /// None was, but real traffic got through meanwhile, which counts more.
    case outweighed

    /// Its paths are gone.
    case stale

    /// It says nothing: names do not resolve yet, or there was nothing to try.
    case unknown
  }

  private struct Proof: Sendable {
    var generation: UInt64
    /// When a proof from traffic grows old; `nil` for one from a probe.
    var expires: BootInstant?
  }

  private struct Complaint: Sendable {
    var level: ConnectivityLevel
    var generations: Generations
    var isFromTraffic = false
  }

  private let settings: Settings
  private var proofs = FamilyPair<Proof?>(both: nil)
  private var complaint: Complaint?
  private var traffic = TrafficFailureCount()

  /// How many rounds in a row have failed.
  private(set) var failedRounds = 0

  init(settings: Settings) {
    self.settings = settings
  }

  /// The level that the evidence implies for these paths.
  func level(for current: Generations) -> ConnectivityLevel {
    guard current.isReachable else { return .none }
    if isProven(.ipv4, in: current) || isProven(.ipv6, in: current) { return .full }
    if let complaint, complaint.generations.covers(current) { return complaint.level }
    return .unverified
  }

  /// When a proof from traffic grows old and nothing will replace it.
  var deadline: BootInstant? {
    guard !settings.hasProbes else { return nil }
    return [proofs.ipv4, proofs.ipv6].compactMap { $0?.expires }.min()
  }

  /// A new path is trusted until something speaks against it.
  mutating func pathBegan() {
    failedRounds = 0
    traffic.succeeded()
  }

  mutating func timePassed(at now: BootInstant) {
    guard !settings.hasProbes else { return }
    for family in AddressFamily.allCases {
      if let expires = proofs[family]?.expires, expires <= now { proofs[family] = nil }
    }
  }

  /// A round of probes has ended.
  ///
  /// - Parameters:
  ///   - reports: One report for each endpoint and family tried.
  ///   - round: The generations in force when it started.
  ///   - current: Those in force now.
  ///   - beginnings: When the present paths began.
  ///   - now: When it ended.
  /// - Returns: What the round came to.
  mutating func roundFinished(
    _ reports: [ProbeReport],
    of round: Generations,
    current: Generations,
    beginnings: FamilyPair<BootInstant?>,
    at now: BootInstant
  ) -> RoundVerdict {
    let valid = reports.filter { report in
      current[report.family].map { $0 == round[report.family] } ?? false
    }
    guard !valid.isEmpty else { return round == current ? .unknown : .stale }
    if valid.contains(where: \.provesPath) {
      accept(valid, current: current)
      return .success
    }
    let telling = valid.filter { !isTooEarly($0, beginnings: beginnings, at: now) }
    guard !telling.isEmpty else { return .unknown }
    guard !hasFreshTrafficProof(for: current, at: now) else { return .outweighed }
    reject(telling, of: round, current: current)
    return .failed
  }

  private mutating func accept(_ reports: [ProbeReport], current: Generations) {
    failedRounds = 0
    complaint = nil
    traffic.succeeded()
    for family in Set(reports.map(\.family)) {
      let isProven = reports.contains { $0.family == family && $0.provesPath }
      proofs[family] = isProven ? current[family].map { Proof(generation: $0) } : nil
    }
  }

  private mutating func reject(
    _ reports: [ProbeReport],
    of round: Generations,
    current: Generations
  ) {
    failedRounds += 1
    let isTrusted = level(for: current).isAssumedAvailable
    guard !isTrusted || failedRounds >= settings.failureThreshold else { return }
    let isPortal = reports.contains { $0.outcome == .portal }
    proofs = FamilyPair(both: nil)
    complaint = Complaint(level: isPortal ? .portal : .limited, generations: round)
  }

  /// Right after a network appears, names may not resolve for a moment, which says nothing.
  private func isTooEarly(
    _ report: ProbeReport,
    beginnings: FamilyPair<BootInstant?>,
    at now: BootInstant
  ) -> Bool {
    guard report.outcome == .dnsFailure, let began = beginnings[report.family] else { return false }
    return began.duration(to: now) < settings.nameGracePeriod
  }

  private func isProven(_ family: AddressFamily, in current: Generations) -> Bool {
    guard let proof = proofs[family] else { return false }
    return proof.generation == current[family]
  }

  private func hasFreshTrafficProof(for current: Generations, at now: BootInstant) -> Bool {
    current.families.contains { family in
      isProven(family, in: current) && proofs[family]?.expires.map { $0 > now } ?? false
    }
  }
}

// MARK: - Real traffic

extension EvidenceMachine {
  /// Traffic that left by the judged path got a verified answer.
  mutating func trafficVerified(
    _ family: AddressFamily,
    current: Generations,
    at now: BootInstant
  ) {
    guard let generation = current[family] else { return }
    failedRounds = 0
    complaint = nil
    traffic.succeeded()
    let expires = now.advanced(by: settings.proofLifetime)
    proofs[family] = Proof(generation: generation, expires: expires)
  }

  /// Traffic got an answer that anybody could have given: it withdraws suspicion, and proves nothing.
  mutating func trafficAnswered() {
    traffic.succeeded()
    if complaint?.isFromTraffic == true { complaint = nil }
  }

  /// Traffic that left by the judged path got no answer.
  mutating func trafficFailed(at destination: String, current: Generations, at now: BootInstant) {
    doubtProofs()
    traffic.failed(at: destination, at: now)
    // Where the level has fallen already, what it fell for stands: only that can be withdrawn.
    guard settings.trafficPolicy == .decisive, traffic.isDecisive,
      level(for: current).isAssumedAvailable
    else { return }
    proofs = FamilyPair(both: nil)
    complaint = Complaint(level: .limited, generations: current, isFromTraffic: true)
  }

  /// Without probes suspicion is all there will be, so a proof does not survive it; with them, a proof
  /// stands until they answer, and no longer outweighs their answer.
  private mutating func doubtProofs() {
    guard settings.hasProbes else {
      proofs = FamilyPair(both: nil)
      return
    }
    proofs.ipv4?.expires = nil
    proofs.ipv6?.expires = nil
  }
}
