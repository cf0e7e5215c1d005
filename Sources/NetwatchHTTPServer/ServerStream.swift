internal import NetwatchCore

/// Why a stream ended without its producer's doing.
package enum ServerStreamEnd: Hashable, Sendable {
  /// The client has gone.
  case disconnected

  /// The client takes less than it is sent.
  case overflow

  /// The server is about to end.
  case stopped
}

/// A body without an end of its own, such as server-sent events: the producer sends, from any thread,
/// and never waits for the client.
///
/// What the client has not taken yet is kept, up to a bound. A client that falls behind further loses
/// it, gets the last chunk that the producer decides on, and is closed.
package final class ServerStream: Sendable {
  fileprivate enum Phase {
    case open
    /// The producer is asked for its last chunk.
    case ending
    case ended
  }

  fileprivate struct State {
    var phase = Phase.open
    var chunks = ChunkQueue()
    var isWaiting = false
    var wake: (@Sendable () -> Void)?
    var drained: (@Sendable () -> Void)?
  }

  private let capacity: Int
  private let ending: @Sendable (ServerStreamEnd) -> [UInt8]
  private let state = Lock(State())

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - capacity: How many bytes may wait for the client.
  ///   - ending: Called once where the stream ends without ``finish()``, on the thread of whoever
  ///     caused it, which it must not hold up. Returns the last chunk, of no use to a client that has
  ///     gone.
  package init(capacity: Int, ending: @escaping @Sendable (ServerStreamEnd) -> [UInt8]) {
    (self.capacity, self.ending) = (capacity, ending)
  }

  /// Sends a chunk.
  ///
  /// - Returns: False where the stream has ended, by this chunk or before, and the chunk is lost.
  @discardableResult
  package func send(_ chunk: [UInt8]) -> Bool {
    guard !chunk.isEmpty else { return state.withLock { $0.phase == .open } }
    enum Step { case sent(wake: (@Sendable () -> Void)?), ended, overflow }
    let step: Step = state.withLock { state in
      guard state.phase == .open else { return .ended }
      guard chunk.count <= capacity - state.chunks.count else {
        state.phase = .ending
        return .overflow
      }
      state.chunks.append(chunk)
      return .sent(wake: state.takeWaiter())
    }
    switch step {
    case .sent(let wake): wake?()
    case .ended: return false
    case .overflow:
      conclude(.overflow)
      return false
    }
    return true
  }

  /// Calls a closure once, as soon as the client has taken all that was sent; never where the stream
  /// ends before.
  ///
  /// At once where that is so already; otherwise on the server's thread, which it must not hold up.
  package func whenDrained(_ body: @escaping @Sendable () -> Void) {
    let isDrained = state.withLock { state in
      guard state.phase == .open else { return false }
      if state.chunks.count > 0 { state.drained = body }
      return state.chunks.count == 0
    }
    if isDrained { body() }
  }

  /// Ends the stream once the client has taken what was sent.
  package func finish() {
    let wake: (@Sendable () -> Void)? = state.withLock { state in
      guard state.phase == .open else { return nil }
      (state.phase, state.drained) = (.ended, nil)
      return state.wake
    }
    wake?()
  }

  /// Ends the stream on behalf of the server or the client, unless it has ended.
  func end(_ reason: ServerStreamEnd) {
    let isFirst = state.withLock { state in
      guard state.phase == .open else { return false }
      state.phase = .ending
      return true
    }
    if isFirst { conclude(reason) }
  }

  /// Has the producer say its last, outside the lock.
  private func conclude(_ reason: ServerStreamEnd) {
    let last = ending(reason)
    let wake = state.withLock { state in
      if reason == .overflow { state.chunks.dropUntouched() }
      if reason == .disconnected { state.chunks = ChunkQueue() }
      if reason != .disconnected { state.chunks.append(last) }
      (state.phase, state.drained) = (.ended, nil)
      return state.wake
    }
    wake?()
  }
}

extension ServerStream {
  /// What a reader finds.
  enum Reading: Equatable {
    case bytes(Int)
    case nothingYet
    case end
  }

  /// Whether there will be no more chunks.
  var hasEnded: Bool { state.withLock { $0.phase == .ended } }

  /// Says how the one who reads is woken: when there is something to read again, and at the end.
  func attach(wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.wake = wake }
  }

  /// Forgets how to wake, and what has not been read.
  func detach() {
    state.withLock { ($0.wake, $0.chunks) = (nil, ChunkQueue()) }
  }

  /// Takes what there is and fits; where there is nothing, the reader is woken later.
  func read(into room: UnsafeMutableRawBufferPointer) -> Reading {
    let room = unsafe ReadingRoom(bytes: room)
    let (reading, drained) = state.withLock { state in
      let count = state.chunks.take(into: room)
      if count > 0 { return (Reading.bytes(count), state.takeDrained()) }
      if state.phase == .ended { return (.end, nil) }
      state.isWaiting = true
      return (.nothingYet, nil)
    }
    drained?()
    return reading
  }
}

extension ServerStream.State {
  fileprivate mutating func takeWaiter() -> (@Sendable () -> Void)? {
    guard isWaiting else { return nil }
    isWaiting = false
    return wake
  }

  fileprivate mutating func takeDrained() -> (@Sendable () -> Void)? {
    guard chunks.count == 0 else { return nil }
    defer { drained = nil }
    return drained
  }
}
