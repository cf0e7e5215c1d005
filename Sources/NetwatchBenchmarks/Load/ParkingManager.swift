import NetwatchCore

/// A manager under which there is no connection, and which knows how many have begun to wait for one.
final class ParkingManager: ConnectivityManagerProtocol {
  private let manager = SettableConnectivityManager(isAvailable: false)
  private let count = Lock(0)

  /// How often somebody has looked whether there is a connection: each who waits does so once.
  var waiterCount: Int { count.withLock { $0 } }

  var isConnectionAssumedAvailable: Bool {
    count.withLock { $0 += 1 }
    return manager.isConnectionAssumedAvailable
  }

  var connectionAssumedAvailable: AsyncStream<Bool> { manager.connectionAssumedAvailable }

  func settledAvailability() async throws -> Bool { try await manager.settledAvailability() }
}
