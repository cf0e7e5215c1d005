internal import NetwatchCore

/// Shares a core between the loop's thread and readers.
final class MonitorCoreBox: Sendable {
  private let core: Lock<MonitorCore>

  init(_ core: consuming sending MonitorCore) {
    self.core = Lock(core)
  }

  func withLock<Result: Sendable, Failure: Error>(
    _ body: (inout MonitorCore) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try core.withLock { (core) throws(Failure) in try body(&core) }
  }
}
