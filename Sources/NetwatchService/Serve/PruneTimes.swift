internal import NetwatchCore

/// When what is too old is removed: after the start, with a look of the monitor, so that a service that
/// has nothing to do wakes up for nothing else.
///
/// A look is a sign where jobs have changed since the last one, and after an hour in any case, because
/// jobs grow old though nothing happens.
final class PruneTimes: Sendable {
  private struct State {
    var hasNews = false
    var looks = 0
  }

  /// The looks in an hour.
  private static let hour = 120

  /// The signs; for one consumer.
  let signs: AsyncStream<Void>
  private let sign: AsyncStream<Void>.Continuation
  private let state = Lock(State())

  init() {
    (signs, sign) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Jobs have changed.
  func jobsChanged() { state.withLock { $0.hasNews = true } }

  /// The monitor has looked, as it does every 30 s.
  ///
  /// - Returns: Whether that was a sign.
  @discardableResult
  func looked() -> Bool {
    let isTime = state.withLock { state in
      state.looks += 1
      guard state.hasNews || state.looks >= Self.hour else { return false }
      state = State()
      return true
    }
    if isTime { sign.yield() }
    return isTime
  }
}
