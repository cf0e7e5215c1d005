import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchDataSources

/// Settings, and a sequence of steps.
struct SourceScenario: Sendable, CustomStringConvertible {
  let seed: UInt64
  var rules: SourceRules
  let isDistinct: Bool
  var steps: [SourceStep]

  init(seed: UInt64, steps count: Int) {
    var generator = SeededGenerator(seed: seed)
    self.seed = seed
    rules = SourceRules.random(using: &generator)
    isDistinct = .oneIn(2, &generator)
    steps = (0..<count).map { _ in SourceStep.random(using: &generator) }
  }

  var description: String {
    let lines = steps.map { "  \($0)" }.joined(separator: "\n")
    return "seed \(seed), \(rules), distinct: \(isDistinct), steps:\n\(lines)"
  }
}

extension SourceRules {
  static func random(using generator: inout SeededGenerator) -> Self {
    var rules = SourceRules()
    if .oneIn(2, &generator) { rules.setRandomTTL(using: &generator) }
    if .oneIn(2, &generator) {
      rules.throttle = .oneIn(2, &generator) ? .seconds(1) : .seconds(2)
      rules.throttleDeliversLast = .oneIn(2, &generator)
    }
    if .oneIn(3, &generator) {
      rules.debounce = .oneIn(2, &generator) ? .milliseconds(300) : .milliseconds(500)
    }
    if .oneIn(2, &generator) {
      rules.autoRefresh = .oneIn(2, &generator) ? .milliseconds(1500) : .seconds(4)
    }
    let modes: [DataSourceDependencyMode] = [.eager, .lazy, .manual]
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      let mode = modes.randomElement(using: &generator) ?? .eager
      rules.dependencies.append(DependencyRule(mode: mode, clears: .oneIn(3, &generator)))
    }
    rules.isPersisted = .oneIn(3, &generator)
    return rules
  }

  private mutating func setRandomTTL(using generator: inout SeededGenerator) {
    ttl = .seconds(Int.random(in: 1...3, using: &generator))
    clearsWhenExpired = .oneIn(3, &generator)
    let policies: [StalePolicy] = [.refused, .refused, .served, .servedFor(.seconds(1))]
    let policy = policies.randomElement(using: &generator) ?? .refused
    stale = clearsWhenExpired ? .refused : policy
  }
}
