internal import NetwatchCore

/// How much of the past is kept.
package struct HistorySettings: Hashable, Sendable {
  /// How long.
  package var retention = Duration.seconds(90 * 86_400)

  /// How many entries; of more, the oldest are dropped.
  ///
  /// Changes of jobs have one half, and states and probes the other: jobs push out nothing that is known
  /// of the network.
  package var maximum = 1_000_000
}
