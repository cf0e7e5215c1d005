internal import NetwatchCore

/// Has things done one at a time that would take too much together.
///
/// What has different names goes on at the same time.
final class Turns: Sendable {
  private struct Queue {
    var isTaken = true
    var waiting = 0
  }

  private enum Arrival {
    case taken
    case waits
    case refused
  }

  private let queues = Lock<[String: Queue]>([:])

  /// Somebody's turn is over.
  private let endings = Endings()
  private let waitingLimit: Int

  /// Creates turns, none of which is taken.
  ///
  /// - Parameter waitingLimit: How many can wait for the end of others of the same name.
  init(waitingLimit: Int = .max) {
    self.waitingLimit = waitingLimit
  }

  /// Does something once nothing else of its name is done, in no order.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - body: Does it.
  /// - Returns: What it returns.
  /// - Throws: ``Problem``: what it throws; 429 where too many wait already; ``Problem/stopping``, at
  ///   once, where the task is cancelled while it waits.
  func run<Value>(
    for name: String = "",
    _ body: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    try await take(name)
    defer {
      change(name) { $0.isTaken = false }
      endings.announce()
    }
    return try await body()
  }

  private func take(_ name: String) async throws(Problem) {
    var ending = endings.latest
    switch arrive(name) {
    case .taken: return
    case .refused: throw .later(429, "Too many requests of this kind wait already.")
    case .waits: break
    }
    defer { change(name) { $0.waiting -= 1 } }
    repeat {
      do { try await endings.next(after: ending) } catch { throw .stopping }
      ending = endings.latest
    } while !takeFree(name)
  }

  private func arrive(_ name: String) -> Arrival {
    queues.withLock { queues in
      guard var queue = queues[name] else {
        queues[name] = Queue()
        return .taken
      }
      guard queue.waiting < waitingLimit else { return .refused }
      queue.waiting += 1
      queues[name] = queue
      return .waits
    }
  }

  /// Takes a turn, unless somebody has it.
  private func takeFree(_ name: String) -> Bool {
    queues.withLock { queues in
      guard queues[name]?.isTaken != true else { return false }
      queues[name]?.isTaken = true
      return true
    }
  }

  private func change(_ name: String, _ body: (inout Queue) -> Void) {
    queues.withLock { queues in
      guard var queue = queues[name] else { return }
      body(&queue)
      queues[name] = queue.isTaken || queue.waiting > 0 ? queue : nil
    }
  }
}
