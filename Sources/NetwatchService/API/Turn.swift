internal import NetwatchCore

/// Has things done one at a time that would take too much together, whoever asks for them.
final class Turn: Sendable {
  private let isTaken = Lock(false)

  /// Somebody's turn is over.
  private let endings = Endings()

  /// Does something once nobody else does, in no order.
  ///
  /// - Parameter body: Does it.
  /// - Returns: What it returns.
  /// - Throws: ``Problem``: what it throws; ``Problem/stopping``, at once, where the task is cancelled
  ///   while it waits.
  func run<Value>(_ body: () async throws(Problem) -> Value) async throws(Problem) -> Value {
    var ending = endings.latest
    while !take() {
      do { try await endings.next(after: ending) } catch { throw .stopping }
      ending = endings.latest
    }
    defer {
      isTaken.withLock { $0 = false }
      endings.announce()
    }
    return try await body()
  }

  private func take() -> Bool {
    isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }
}
