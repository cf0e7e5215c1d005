internal import NetwatchCore
internal import NetwatchSystem

/// Lets a message into the log once in a while, and counts those between, so that nothing that comes in
/// numbers can fill it.
final class LogPacer: Sendable {
  private let state = Lock((next: BootInstant?.none, unsaid: 0))
  private let interval: Duration
  private let clocks: SystemClocks

  /// - Parameters:
  ///   - interval: The time between two messages.
  ///   - clocks: Tells how much of it is over.
  init(every interval: Duration, clocks: SystemClocks) {
    (self.interval, self.clocks) = (interval, clocks)
  }

  /// How many were left out since the last one that was let in; nil: this one is too.
  func takeUnsaid() -> Int? {
    let now = clocks.boot()
    return state.withLock { state in
      if let next = state.next, now < next {
        state.unsaid += 1
        return nil
      }
      defer { state = (now.advanced(by: interval), 0) }
      return state.unsaid
    }
  }
}
