import NetwatchCore

/// A manager at the level `limited`, which lets so many canaries through.
final class LimitedConnectivity: ConnectivityManagerProtocol {
  private let canaries: Lock<Int>

  init(canaries: Int) {
    self.canaries = Lock(canaries)
  }

  let isConnectionAssumedAvailable = false
  let connectionAssumedAvailable = AsyncStream<Bool> { $0.finish() }

  func settledAvailability() async throws -> Bool { false }

  func claimCanary() -> Bool {
    canaries.withLock { count in
      count -= 1
      return count >= 0
    }
  }
}
