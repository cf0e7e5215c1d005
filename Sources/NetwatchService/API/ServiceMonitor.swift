package import NetwatchLinux

/// What the API asks the monitor for.
package struct ServiceMonitor: Sendable {
  /// Whether the monitor watches: false before it has begun, and after it has ended.
  package var isRunning: @Sendable () -> Bool

  /// All links, for display.
  package var links: @Sendable () throws -> [LinkDescription]

  package init(
    isRunning: @escaping @Sendable () -> Bool,
    links: @escaping @Sendable () throws -> [LinkDescription]
  ) {
    self.isRunning = isRunning
    self.links = links
  }
}
