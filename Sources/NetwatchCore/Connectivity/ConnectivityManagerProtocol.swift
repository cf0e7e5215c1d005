/// Knows whether a connection to the internet can be assumed to be available.
///
/// `LinuxConnectivityManager` asks the kernel; ``SettableConnectivityManager`` is told, for tests. A manager
/// is an object: those who wait for the same one share what it costs.
public protocol ConnectivityManagerProtocol: AnyObject, Sendable {
  /// Whether a connection is assumed to be available, as published to observers.
  ///
  /// Safe to read from any thread, at any time.
  var isConnectionAssumedAvailable: Bool { get }

  /// Whether a connection is assumed to be available: the current value first, then every change.
  ///
  /// Each access makes an independent observer. An observer that falls behind skips to the newest
  /// value, and never sees the same value twice in a row. The stream ends when the manager stops
  /// watching or is let go of, or when the task that iterates it is cancelled.
  var connectionAssumedAvailable: AsyncStream<Bool> { get }

  /// Whether a connection is assumed to be available, for those who decide: undamped, so that a loss
  /// which observers have not been told of counts, and after a verification under way has ended.
  ///
  /// Returns at once unless something is being verified, and then within a bounded time.
  ///
  /// - Throws: `CancellationError` when the task is cancelled meanwhile.
  func settledAvailability() async throws -> Bool

  /// Whether there is a route to a destination, which may lie this side of the internet.
  ///
  /// - Parameter destination: A host, with or without scheme and port, or any other name.
  /// - Returns: What is known; where the destination says nothing of an address, whether there is a
  ///   route at all. Returns at once.
  func hasRoute(to destination: String) -> Bool

  /// A ticket for a piece of real traffic that starts now, to be reported with how it ends.
  func ticket() -> EvidenceTicket

  /// Takes note of how a piece of real traffic ended; returns at once, from any thread.
  func report(_ evidence: Evidence)

  /// Asks to let one piece of real work through although the level is `limited`; report how it went.
  func claimCanary() -> Bool
}

extension ConnectivityManagerProtocol {
  /// Whether a connection is assumed to be available: not every manager knows routes.
  public func hasRoute(to destination: String) -> Bool { isConnectionAssumedAvailable }

  /// A ticket that no evidence is won with, as from a manager that takes none.
  public func ticket() -> EvidenceTicket { EvidenceTicket(generations: .unreachable) }

  /// Takes no note: not every manager learns from traffic.
  public func report(_ evidence: Evidence) {}

  /// Lets nothing through: not every manager knows the level `limited`.
  public func claimCanary() -> Bool { false }

  /// Returns when a connection is assumed to be available: at once where it is.
  ///
  /// The manager has to be watching: one that is never run hears of no change.
  ///
  /// - Throws: `CancellationError` when the task is cancelled; ``ConnectivityError`` when the manager
  ///   stops watching, so that nobody waits for a change that will never be told.
  public func waitUntilAvailable() async throws {
    for await isAvailable in connectionAssumedAvailable where isAvailable { return }
    try Task.checkCancellation()
    throw ConnectivityError(.ended, "the connectivity monitor ended while somebody waited for it")
  }
}
