import NetwatchCore

/// A body that a task writes while it is being sent, for one transfer.
///
/// It holds at most 256 KiB that were written and not yet sent. One task writes at a time. When the
/// transfer ends, however it does, writing fails from then on.
package final class CurlBodyPipe: Sendable {
  /// Nothing can be written any more: the pipe was finished, or its transfer has ended.
  package struct Closed: Error, Hashable {}

  /// More was written than the length that was announced; none of it was taken.
  package struct Surplus: Error, Hashable {}

  /// How many bytes may wait to be sent.
  package static let capacity = 262_144

  private let state = Lock(PipeState(capacity: capacity))

  /// Creates a pipe; until its transfer begins it takes what there is room for.
  package init() {}

  /// Writes bytes, and returns once the pipe holds them all or has passed them on.
  ///
  /// - Parameter bytes: What to send, of any length.
  /// - Throws: ``Closed``, ``Surplus``, or `CancellationError` when the task is cancelled; some of the
  ///   bytes may have been taken.
  package func write(_ bytes: [UInt8]) async throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let (taken, wake) = try state.withLock { try $0.put(rest) }
      wake?()
      rest = rest.dropFirst(taken)
      if !rest.isEmpty { try await wait { $0.wait($1, as: $2) } }
    }
  }

  /// Returns when the transfer asks for the body, which it does not before its connection stands.
  ///
  /// - Throws: ``Closed`` where it ended without having asked, or `CancellationError` when the task is
  ///   cancelled.
  package func waitUntilWanted() async throws {
    try Task.checkCancellation()
    try await wait { $0.waitUntilWanted($1, as: $2) }
    guard state.withLock({ $0.isWanted }) else { throw Closed() }
  }

  /// How many bytes were taken from whoever writes, whether they were sent or not.
  package var bytesTaken: Int64 { state.withLock { $0.accepted } }

  /// Ends the body in the orderly way; what was written is still sent.
  package func finish() {
    state.withLock { $0.finish() }?()
  }

  /// Ends the transfer with an error of the kind `bodyFailed`, whose message holds the reason.
  package func fail(_ reason: any Error) {
    state.withLock { $0.fail(String(describing: reason)) }?()
  }

  /// Waits as the state says, which keeps the writer or gives it back.
  private func wait(
    _ keep: @escaping @Sendable (inout PipeState, PipeState.Writer, UInt) -> PipeState.Writer?
  ) async throws {
    let waiter = state.withLock { $0.nextWaiter() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let refused = state.withLock { keep(&$0, continuation, waiter) }
        refused?.resume(with: Task.isCancelled ? .failure(CancellationError()) : .success(()))
      }
    } onCancel: {
      state.withLock { $0.giveUp(waiter) }?.resume(throwing: CancellationError())
    }
  }
}

extension CurlBodyPipe {
  /// Begins the transfer that is to read the pipe; false if there has been one.
  func attach(length: Int64?, waking wake: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.attach(wake, length: length) }
  }

  /// Fills a buffer with what comes next.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyReading {
    // A pointer must not be captured by what is sent into the lock.
    let address = UInt(bitPattern: buffer.baseAddress)
    let (reading, writers) = state.withLock { state in
      let target = unsafe UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: address),
        count: buffer.count
      )
      return (unsafe state.read(into: target), state.takeWritersWithRoom())
    }
    for writer in writers { writer.resume() }
    return reading
  }

  /// Whether nothing was read yet, so that reading can begin (again).
  var isUntouched: Bool { state.withLock { $0.isUntouched } }

  /// The transfer has ended, or will never begin.
  func close() {
    for writer in state.withLock({ $0.close() }) { writer.resume() }
  }
}
