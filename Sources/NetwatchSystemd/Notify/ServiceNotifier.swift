internal import CSystemd
package import NetwatchSystem

/// Tells the service manager how the service is (sd_notify(3)).
///
/// Where NOTIFY_SOCKET is not set, nobody is told and nothing fails: the service was started by hand.
/// A call may be made from any thread. It hands a datagram to the manager, and waits for that only
/// while the manager's queue is full.
package struct ServiceNotifier: Sendable {
  private let send: @Sendable (String) throws(SystemdError) -> Void
  private let clocks: SystemClocks

  /// Creates a notifier.
  ///
  /// - Parameters:
  ///   - clocks: Where the moment of a reload is read.
  ///   - send: What takes a message; by default the service manager.
  package init(
    clocks: SystemClocks = .kernel,
    send: @escaping @Sendable (String) throws(SystemdError) -> Void = Self.sendToManager
  ) {
    self.clocks = clocks
    self.send = send
  }

  /// Says that the service is up, or that a reload is done.
  ///
  /// - Throws: ``SystemdError`` where the manager's socket does not take the message.
  package func ready() throws(SystemdError) {
    try send(ServiceMessage.ready.text)
  }

  /// Says that the service begins to load its configuration again; ``ready()`` ends it, whether or not
  /// the new configuration was taken.
  package func reloading() throws(SystemdError) {
    try send(ServiceMessage.reloading(atNanoseconds: clocks.monotonic()).text)
  }

  /// Says that the service is going down.
  package func stopping() throws(SystemdError) {
    try send(ServiceMessage.stopping.text)
  }

  /// Sets what `systemctl status` shows.
  ///
  /// - Parameter status: One line. Controls in it are made visible, and what is longer than about
  ///   2,000 bytes is cut.
  /// - Throws: ``SystemdError`` where the manager's socket does not take the message.
  package func status(_ status: String) throws(SystemdError) {
    try send(ServiceMessage.status(status).text)
  }

  /// Says that the service is alive; see ``ServiceWatchdog``.
  package func alive() throws(SystemdError) {
    try send(ServiceMessage.watchdog.text)
  }

  /// Sends a message to the socket that NOTIFY_SOCKET names.
  package static let sendToManager: @Sendable (String) throws(SystemdError) -> Void = {
    message throws(SystemdError) in
    try check(unsafe sd_notify(0, message), "The service manager could not be notified")
  }
}
