import NetwatchCore

extension ProbeReport {
  static func ipv4(_ outcome: ProbeOutcome, endpoint: String = "http://probe.example/") -> Self {
    Self(endpoint: endpoint, family: .ipv4, outcome: outcome)
  }

  static func ipv6(_ outcome: ProbeOutcome, endpoint: String = "http://probe.example/") -> Self {
    Self(endpoint: endpoint, family: .ipv6, outcome: outcome)
  }
}
