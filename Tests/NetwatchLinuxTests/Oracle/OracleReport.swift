import NetwatchCore

/// What a walk came to.
struct OracleReport: Sendable {
  private(set) var steps = 0
  private var verdicts: [String: Int] = [:]

  /// Where the verdict and the packets said different things, each with all that is needed to repeat it.
  private(set) var differences: [String] = []

  mutating func stepped(to snapshot: Snapshot) {
    steps += 1
    for family in AddressFamily.allCases {
      verdicts["\(family) \(snapshot[family].word)", default: 0] += 1
    }
  }

  mutating func differed(_ description: String) {
    differences.append(description)
  }

  mutating func add(_ other: OracleReport) {
    steps += other.steps
    verdicts.merge(other.verdicts, uniquingKeysWith: +)
    differences += other.differences
  }

  /// How many steps ended in which verdict.
  var tally: String {
    let lines = verdicts.sorted { $0.key < $1.key }.map { "  \($0.key): \($0.value)" }
    return (["\(steps) steps, \(differences.count) differences"] + lines).joined(separator: "\n")
  }

  /// In how many steps a family had a verdict, by its word.
  func count(_ family: AddressFamily, _ word: String) -> Int { verdicts["\(family) \(word)"] ?? 0 }
}

extension Verdict {
  /// `reachable`, or the reason why not.
  fileprivate var word: String {
    switch self {
    case .reachable: "reachable"
    case .unreachable(let reason): reason.rawValue
    }
  }
}
