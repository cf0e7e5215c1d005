/// A connectivity manager that is told what to say, for tests of code that depends on one.
///
/// It keeps the evidence that is reported to it, the newest 1,000 pieces.
public final class SettableConnectivityManager: ConnectivityManagerProtocol {
  private struct Storage {
    var settled: Bool
    var evidence: [Evidence] = []
  }

  private static let evidenceLimit = 1000

  private let broadcast: StateBroadcast<Bool>
  private let storage: Lock<Storage>

  /// Creates a manager.
  ///
  /// - Parameter isAvailable: What it says until it is told otherwise.
  public init(isAvailable: Bool = true) {
    broadcast = StateBroadcast(isAvailable)
    storage = Lock(Storage(settled: isAvailable))
  }

  deinit {
    broadcast.finish()
  }

  /// What the manager was told last.
  public var isConnectionAssumedAvailable: Bool { broadcast.current }

  /// What the manager was told last, then every change.
  public var connectionAssumedAvailable: AsyncStream<Bool> { broadcast.values }

  /// What deciders were told last, at once: here nothing is verified.
  public func settledAvailability() async throws -> Bool {
    try Task.checkCancellation()
    return storage.withLock { $0.settled }
  }

  /// Keeps the evidence, for ``evidence``.
  public func report(_ evidence: Evidence) {
    storage.withLock { storage in
      if storage.evidence.count >= Self.evidenceLimit { storage.evidence.removeFirst() }
      storage.evidence.append(evidence)
    }
  }

  /// The evidence reported so far, the oldest first.
  public var evidence: [Evidence] { storage.withLock { $0.evidence } }

  /// Says something else from now on, and tells observers.
  ///
  /// - Parameters:
  ///   - isAvailable: What observers see.
  ///   - settled: What deciders are told, where that differs: as while a loss is being damped.
  public func set(isAvailable: Bool, settled: Bool? = nil) {
    storage.withLock { $0.settled = settled ?? isAvailable }
    broadcast.publish(isAvailable).wakeAll()
  }

  /// Ends all streams, as a monitor does whose `run()` ends.
  public func finish() {
    broadcast.finish()
  }
}
