internal import CSystemd
package import NetwatchCore

/// Shows the service manager that the service is alive, as often as it wants to be shown
/// (WatchdogSec= of systemd.service(5), sd_watchdog_enabled(3)).
package struct ServiceWatchdog: Hashable, Sendable {
  /// How long the manager waits for a sign of life before it ends the service.
  package let limit: Duration

  /// How often the manager is told: twice within its limit.
  package var interval: Duration { limit / 2 }

  package init(limit: Duration) {
    self.limit = limit
  }

  /// The watchdog that the manager expects of this process; `nil` where it expects none.
  ///
  /// - Throws: ``SystemdError`` where WATCHDOG_USEC or WATCHDOG_PID are not what the manager sets.
  package static func expected() throws(SystemdError) -> ServiceWatchdog? {
    var limit: UInt64 = 0
    let isExpected = try check(
      unsafe sd_watchdog_enabled(0, &limit),
      "The service manager's watchdog could not be understood (WATCHDOG_USEC)"
    )
    return isExpected > 0 ? ServiceWatchdog(limit: .microseconds(limit)) : nil
  }

  /// Tells the manager at once and then at every ``interval`` that the service is alive, for as long
  /// as it is.
  ///
  /// While the closure says no, or does not come back, nothing is sent; the manager ends the service
  /// when that lasts as long as its limit. A message that could not be sent is logged, and the next
  /// one is sent in its time.
  ///
  /// - Parameters:
  ///   - notifier: What tells the manager.
  ///   - clock: What the interval is measured on.
  ///   - log: Takes what goes wrong.
  ///   - isHealthy: Whether the service is alive. It is asked before every message.
  /// - Throws: `CancellationError` when the task is cancelled, which is how it ends.
  package func run(
    _ notifier: ServiceNotifier = ServiceNotifier(),
    clock: some Clock<Duration> = ContinuousClock(),
    log: LogSink? = nil,
    isHealthy: @Sendable () async -> Bool
  ) async throws {
    var wasHealthy = true
    while true {
      let start = clock.now
      let isNowHealthy = await isHealthy()
      try Task.checkCancellation()
      if isNowHealthy { tell(notifier, log) } else if wasHealthy { complain(log) }
      wasHealthy = isNowHealthy
      try await clock.sleepFully(for: interval - start.duration(to: clock.now))
    }
  }

  private func tell(_ notifier: ServiceNotifier, _ log: LogSink?) {
    do throws(SystemdError) {
      try notifier.alive()
    } catch {
      log?(.warning, "\(error)", [:])
    }
  }

  private func complain(_ log: LogSink?) {
    let message =
      "the service is not healthy: the service manager's watchdog is not told it is alive"
    log?(.error, message, ["watchdog": limit.description])
  }
}
