import NetwatchCore
import NetwatchHTTP

/// Bytes between a session's queue and their one reader.
final class ChunkBuffer: Sendable {
  typealias Next = Result<[UInt8]?, TransportFailure>

  /// The most that waits for the reader.
  static let limit = 16 << 20

  fileprivate struct State {
    var pending: [UInt8] = []
    var end: Next?
    var reader: CheckedContinuation<Next, Never>?
  }

  private let state = Lock(State())

  /// Adds bytes behind the others; false where there is no room.
  func push(_ bytes: [UInt8]) -> Bool {
    let (hasRoom, reader) = state.withLock { state in
      guard state.reader == nil else { return (true, state.takeReader()) }
      let hasRoom = bytes.count <= Self.limit - state.pending.count
      if hasRoom, state.end == nil { state.pending += bytes }
      return (hasRoom, nil)
    }
    reader?.resume(returning: .success(bytes))
    return hasRoom
  }

  /// Ends the body; what is there can still be read, unless it ended by a failure.
  func finish(_ failure: TransportFailure?) {
    let end = failure.map(Next.failure) ?? .success(nil)
    let reader = state.withLock { state in
      guard state.end == nil else { return state.takeReader() }
      state.end = end
      if failure != nil { state.pending = [] }
      return state.takeReader()
    }
    reader?.resume(returning: end)
  }

  /// Waits for bytes.
  ///
  /// - Parameter onCancel: Called when the reading task is cancelled; it must finish the buffer.
  /// - Returns: Everything that is there, or the next piece; nil at the end.
  func next(onCancel: @Sendable () -> Void) async -> Next {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { $0.take(orWait: continuation) }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      onCancel()
    }
  }
}

extension ChunkBuffer.State {
  fileprivate mutating func take(
    orWait continuation: CheckedContinuation<ChunkBuffer.Next, Never>
  ) -> ChunkBuffer.Next? {
    guard pending.isEmpty else {
      defer { pending = [] }
      return .success(pending)
    }
    if end == nil { reader = continuation }
    return end
  }

  fileprivate mutating func takeReader() -> CheckedContinuation<ChunkBuffer.Next, Never>? {
    defer { reader = nil }
    return reader
  }
}
