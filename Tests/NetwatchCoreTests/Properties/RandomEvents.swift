import NetwatchCore
import NetwatchTestSupport

/// Draws what the kernel, probes and traffic could say, from few enough values that they meet again.
struct RandomEvents {
  var generator: SeededGenerator

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func draw() -> Double { Double.random(in: 0..<1, using: &generator) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  mutating func settings() -> ConnectivitySettings {
    ConnectivitySettings(
      lossDelay: pick([.zero, .milliseconds(100)]),
      recoveryDelay: pick([.zero, .milliseconds(250)]),
      hasProbes: chance(70),
      failureThreshold: 1 + below(3),
      trafficPolicy: pick([.supporting, .decisive])
    )
  }

  mutating func snapshot() -> Snapshot {
    Snapshot(ipv4: verdict(.ipv4), ipv6: verdict(.ipv6))
  }

  mutating func verdict(_ family: AddressFamily) -> Verdict {
    guard chance(55) else { return .unreachable(pick(UnreachableReason.allCases)) }
    let interface = Int32(2 + below(2))
    let gateway = 1 + below(2)
    return .by(
      family == .ipv4
        ? .ipv4(UInt32(gateway), interface: interface)
        : .ipv6(UInt64(gateway), interface: interface),
      name: chance(90) ? "eth\(interface)" : "wan0",
      source: chance(90) ? 1 : 2,
      metric: chance(90) ? 100 : 200
    )
  }

  /// Reports as a round over these paths brings them, and now and then none or too many.
  mutating func reports(over paths: Generations) -> [ProbeReport] {
    guard !chance(5) else { return [] }
    let families = chance(5) ? AddressFamily.allCases : paths.families
    let outcomes: [ProbeOutcome] =
      chance(40) ? [.success, .timeout] : ProbeOutcome.allCases.filter { $0 != .success }
    return families.flatMap { family in
      ["a", "b"].prefix(1 + below(2)).map { endpoint in
        ProbeReport(
          endpoint: endpoint,
          family: family,
          outcome: pick(outcomes),
          isVerifiedByTLS: chance(5)
        )
      }
    }
  }

  mutating func outcome() -> Evidence.Outcome {
    switch below(10) {
    case 0, 1: .verified
    case 2: .answered
    default: .failed(pick(Evidence.Failure.allCases))
    }
  }

  /// How long until the next event: often on a deadline, or just beside one.
  mutating func pause(until deadline: Duration?) -> Duration {
    if let deadline, chance(50) {
      return max(.zero, deadline + pick([.zero, .zero, .nanoseconds(1), .nanoseconds(-1)]))
    }
    let longest = pick([1, 150, 3000, 70_000])
    return .milliseconds(below(longest)) + .nanoseconds(below(1_000_000))
  }
}
