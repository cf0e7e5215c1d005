/// What the state machine needs to know of the user's wishes.
package struct ConnectivitySettings: Sendable {
  package var lossDelay: Duration
  package var recoveryDelay: Duration
  package var hasProbes: Bool
  package var probeInterval: Duration
  package var failureThreshold: Int
  package var trafficPolicy: TrafficEvidencePolicy

  package init(
    lossDelay: Duration = .milliseconds(100),
    recoveryDelay: Duration = .milliseconds(250),
    hasProbes: Bool = false,
    probeInterval: Duration = .seconds(30),
    failureThreshold: Int = 2,
    trafficPolicy: TrafficEvidencePolicy = .supporting
  ) {
    self.lossDelay = lossDelay
    self.recoveryDelay = recoveryDelay
    self.hasProbes = hasProbes
    self.probeInterval = probeInterval
    self.failureThreshold = failureThreshold
    self.trafficPolicy = trafficPolicy
  }
}
