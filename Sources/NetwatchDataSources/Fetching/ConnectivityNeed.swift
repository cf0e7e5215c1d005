public import NetwatchCore

/// What a refresh does while no connection is assumed to be available.
public enum OfflineBehavior: Hashable, Sendable {
  /// It parks: it goes on once a connection is available, at the pace of the release policy.
  case park

  /// It fails at once, with ``PrerequisiteError``. While there is a connection, it still waits for its
  /// turn at a destination that asked for less.
  case fail
}

/// A fetch that needs a connection to the internet.
struct ConnectivityNeed: Sendable {
  let manager: any ConnectivityManagerProtocol
  let offline: OfflineBehavior
  let destination: String
}

/// Holds, where a connection is assumed to be available, verifications under way and losses that
/// observers have not been told of included.
public struct ConnectivityPrerequisite: DataSourceRefreshPrerequisite {
  private let manager: any ConnectivityManagerProtocol

  /// Creates a prerequisite.
  ///
  /// - Parameter manager: Knows of connectivity; it has to be watching.
  public init(_ manager: any ConnectivityManagerProtocol) {
    self.manager = manager
  }

  /// Whether a connection is assumed to be available; false where the task is cancelled meanwhile.
  public func check() async -> Bool {
    (try? await manager.settledAvailability()) ?? false
  }
}
