/// A connectivity manager that is told what to say, for tests of code that depends on one.
public final class SettableConnectivityManager: ConnectivityManagerProtocol {
  private let broadcast: StateBroadcast<Bool>

  /// Creates a manager.
  ///
  /// - Parameter isAvailable: What it says until it is told otherwise.
  public init(isAvailable: Bool = true) {
    broadcast = StateBroadcast(isAvailable)
  }

  /// What the manager was told last.
  public var isConnectionAssumedAvailable: Bool { broadcast.current }

  /// What the manager was told last, then every change.
  public var connectionAssumedAvailable: AsyncStream<Bool> { broadcast.values }

  /// What the manager was told last: here nothing is damped, and nothing verified.
  public func settledAvailability() async -> Bool { broadcast.current }

  /// Says something else from now on, and tells observers.
  public func set(isAvailable: Bool) {
    broadcast.publish(isAvailable).wakeAll()
  }

  /// Ends all streams, as a monitor does whose `run()` ends.
  public func finish() {
    broadcast.finish()
  }
}
