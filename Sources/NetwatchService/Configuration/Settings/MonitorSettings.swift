package import NetwatchCore

/// What is watched, and how; the same as the options of `netwatch watch`.
package struct MonitorSettings: Hashable, Sendable {
  /// The endpoints to probe, as people write them; what reads them is the monitor.
  package var probes: [String] = []

  /// The time between probes while all is well.
  package var probeInterval = Duration.seconds(30)

  /// The limit of one probe.
  package var probeTimeout = Duration.seconds(3)

  /// How long a loss must last to count; zero for at once.
  package var lossDelay = Duration.milliseconds(100)

  /// How long a recovery must last to count; zero for at once.
  package var recoveryDelay = Duration.milliseconds(250)

  /// The only interface that counts, or `nil` for any.
  package var interface: String?

  /// The only family that counts, or `nil` for either.
  package var family: AddressFamily?

  /// The addresses that routes are looked up to; none for the built-in ones.
  package var targets: [IPAddress] = []
}
