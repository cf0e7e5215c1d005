import NetwatchCore

/// A manager that is told what to say, and tells how many wait for it.
final class WatchedManager: ConnectivityManagerProtocol {
  let settable: SettableConnectivityManager
  private let observers = Lock(0)

  init(isAvailable: Bool = true) {
    settable = SettableConnectivityManager(isAvailable: isAvailable)
  }

  /// How many streams were asked for so far.
  var observerCount: Int { observers.withLock { $0 } }

  var isConnectionAssumedAvailable: Bool { settable.isConnectionAssumedAvailable }

  var connectionAssumedAvailable: AsyncStream<Bool> {
    defer { observers.withLock { $0 += 1 } }
    return settable.connectionAssumedAvailable
  }

  func settledAvailability() async throws -> Bool { try await settable.settledAvailability() }

  func report(_ evidence: Evidence) { settable.report(evidence) }
}
