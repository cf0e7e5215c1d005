public import NetwatchCore

/// stub
public final class LinuxConnectivityManager: ConnectivityManagerProtocol {
  /// stub
  public init(configuration: Configuration = Configuration()) throws(ConnectivityError) {
    preconditionFailure("stub")
  }
  /// Watches until the task is cancelled (throws CancellationError) or fails.
  public func run() async throws { preconditionFailure("stub") }
  /// stub
  public var current: ConnectivityState { preconditionFailure("stub") }
  /// Every published state, the current one first; bounded, newest 1,024 kept.
  public var states: AsyncStream<ConnectivityState> { preconditionFailure("stub") }
  /// stub
  public var isConnectionAssumedAvailable: Bool { preconditionFailure("stub") }
  /// stub
  public var connectionAssumedAvailable: AsyncStream<Bool> { preconditionFailure("stub") }
  /// The settled state: undamped, verification awaited.
  public func settledState() async -> ConnectivityState { preconditionFailure("stub") }
  /// stub
  public func settledAvailability() async -> Bool { preconditionFailure("stub") }
  /// stub
  public var counters: MonitorCounters { preconditionFailure("stub") }
  /// stub
  public var mode: MonitorMode { preconditionFailure("stub") }
  /// All links of the namespace, by index.
  public func links() throws(ConnectivityError) -> [LinkDescription] { preconditionFailure("stub") }
  /// Why the state is what it is.
  public func diagnose() async -> Diagnosis { preconditionFailure("stub") }
  /// The loop's executor: a task that prefers it runs on the monitor's own thread, without a hop
  /// between the kernel's message and its code. For a task that does next to nothing, such as printing.
  public var executor: any TaskExecutor { preconditionFailure("stub") }
  /// Has `handler` called on the loop's thread whenever the descriptor is readable (signalfd).
  package func watch(
    descriptor: Int32,
    handler: @escaping @Sendable () -> Void
  ) { preconditionFailure("stub") }
  /// A ticket for traffic that starts now.
  public func ticket() -> EvidenceTicket { preconditionFailure("stub") }
  /// stub
  public func report(_ evidence: Evidence) { preconditionFailure("stub") }
  /// stub
  public func claimCanary() -> Bool { preconditionFailure("stub") }

  /// Runs the configured probes once, over each family that counts, whatever the routes say.
  public static func probe(
    configuration: Configuration
  ) async throws -> [ProbeReport] { preconditionFailure("stub") }
}
