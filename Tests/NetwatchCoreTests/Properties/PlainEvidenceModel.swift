import NetwatchCore

/// The rules of evidence told a second time, as plainly as can be: a diary of what happened, read
/// backwards to find who had the last word.
struct PlainEvidenceModel {
  enum Fact {
    case pathBegan
    /// Somebody was reached over the families that have a generation here.
    case roundWon(judged: [AddressFamily], proven: Generations)
    /// Nobody was; `fell` where that brought the level down.
    case roundLost(ConnectivityLevel, fell: Bool, Generations)
    case verified(AddressFamily, UInt64, at: BootInstant)
    case answered
    case failed(String, at: BootInstant)
    /// Failures of traffic brought the level down.
    case decided(Generations)
  }

  let settings: ConnectivitySettings
  private var diary: [Fact] = []
  private var newest = Generations(both: nil)
  private var beginnings = FamilyPair<BootInstant?>(both: nil)
  /// Proofs grow old only when the machine is told that time has passed.
  private var lastPass = BootInstant(nanoseconds: 0)

  init(settings: ConnectivitySettings) {
    self.settings = settings
  }

  private func isFresh(_ proof: BootInstant, at now: BootInstant) -> Bool {
    proof.duration(to: now) < settings.probeInterval
  }

  func level(_ current: Generations) -> ConnectivityLevel {
    guard current.isReachable else { return .none }
    var open = Set(current.families)
    var (isCleared, isAnswered, isDoubted) = (false, false, false)
    for fact in diary.reversed() {
      switch fact {
      case .pathBegan: break
      case .roundWon(let judged, let proven):
        isCleared = true
        if !isDoubted, open.contains(where: { proven[$0] != nil && proven[$0] == current[$0] }) {
          return .full
        }
        open.subtract(judged)
      case .verified(let family, let generation, let at):
        isCleared = true
        let isOld = !settings.hasProbes && !isFresh(at, at: lastPass)
        if !isDoubted, !isOld, open.contains(family), generation == current[family] { return .full }
        open.remove(family)
      case .roundLost(let level, fell: true, let over):
        return !isCleared && over.covers(current) ? level : .unverified
      case .roundLost: break
      case .decided(let over):
        return !isCleared && !isAnswered && over.covers(current) ? .limited : .unverified
      case .answered: isAnswered = true
      case .failed: isDoubted = isDoubted || !settings.hasProbes
      }
    }
    return .unverified
  }
}

// MARK: - What happens

extension PlainEvidenceModel {
  mutating func timePassed(at now: BootInstant) { lastPass = now }

  mutating func pathsAre(_ current: Generations, at now: BootInstant) {
    let begun = current.families.filter { current[$0] != newest[$0] }
    for family in begun {
      newest[family] = current[family]
      beginnings[family] = now
    }
    if !begun.isEmpty { diary.append(.pathBegan) }
  }

  mutating func roundEnded(
    _ reports: [ProbeReport],
    of round: Generations,
    current: Generations,
    at now: BootInstant
  ) {
    let valid = reports.filter {
      current[$0.family] != nil && current[$0.family] == round[$0.family]
    }
    let proven = Set(valid.filter(\.provesPath).map(\.family))
    if !proven.isEmpty {
      let generations = Generations(
        ipv4: proven.contains(.ipv4) ? current.ipv4 : nil,
        ipv6: proven.contains(.ipv6) ? current.ipv6 : nil
      )
      return diary.append(.roundWon(judged: valid.map(\.family), proven: generations))
    }
    let telling = valid.filter { report in
      let age = beginnings[report.family]?.duration(to: now) ?? .zero
      return report.outcome != .dnsFailure || age >= .seconds(5)
    }
    guard !telling.isEmpty, !trafficGetsThrough(current, at: now) else { return }
    let isDown = !level(current).isAssumedAvailable
    let fell = isDown || lostInARow + 1 >= settings.failureThreshold
    let isPortal = telling.contains { $0.outcome == .portal }
    diary.append(.roundLost(isPortal ? .portal : .limited, fell: fell, round))
  }

  mutating func traffic(
    _ outcome: Evidence.Outcome,
    by family: AddressFamily,
    to destination: String,
    current: Generations,
    at now: BootInstant
  ) {
    guard let generation = current[family] else { return }
    switch outcome {
    case .verified: diary.append(.verified(family, generation, at: now))
    case .answered: diary.append(.answered)
    case .failed(.refused), .failed(.local): break
    case .failed:
      diary.append(.failed(destination, at: now))
      guard settings.trafficPolicy == .decisive, failsEverywhere(at: now),
        level(current).isAssumedAvailable
      else { return }
      diary.append(.decided(current))
    }
  }

  /// How many rounds were lost since anything got through or a path began.
  private var lostInARow: Int {
    var count = 0
    for fact in diary.reversed() {
      switch fact {
      case .roundLost: count += 1
      case .roundWon, .verified, .pathBegan: return count
      case .answered, .failed, .decided: break
      }
    }
    return count
  }

  /// Whether real traffic got through within one interval, and none failed since.
  private func trafficGetsThrough(_ current: Generations, at now: BootInstant) -> Bool {
    var open = Set(current.families)
    for fact in diary.reversed() {
      switch fact {
      case .verified(let family, let generation, let at):
        if open.contains(family), generation == current[family], isFresh(at, at: now) {
          return true
        }
        open.remove(family)
      case .roundWon(let judged, _): open.subtract(judged)
      case .failed, .decided, .roundLost(_, fell: true, _): return false
      case .roundLost, .answered, .pathBegan: break
      }
    }
    return false
  }

  /// Whether three failures at two destinations came within 30 s, and no answer between.
  private func failsEverywhere(at now: BootInstant) -> Bool {
    var destinations: [String] = []
    reading: for fact in diary.reversed() {
      switch fact {
      case .failed(let destination, let at):
        if at.duration(to: now) <= .seconds(30) { destinations.append(destination) }
      case .roundWon, .verified, .answered, .pathBegan: break reading
      case .roundLost, .decided: break
      }
    }
    return destinations.count >= 3 && Set(destinations).count >= 2
  }
}
