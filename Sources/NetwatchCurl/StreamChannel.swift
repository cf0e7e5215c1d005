import NetwatchCore

/// Carries an answer from whoever drives to the one task that reads it.
final class StreamChannel: Sendable {
  /// Called once, by whoever drives.
  typealias HeadWaiter = @Sendable (Result<CurlStream, CurlError>) -> Void

  /// How many bytes wait before the transfer is told to stand still.
  static let capacity = 262_144

  private let state: Lock<StreamState>
  private let mailbox: Mailbox
  private let id: TransferID

  init(_ mailbox: Mailbox, _ id: TransferID, headWaiter: @escaping HeadWaiter) {
    self.mailbox = mailbox
    self.id = id
    state = Lock(StreamState(capacity: Self.capacity, headWaiter: headWaiter))
  }

  /// The bytes that have come, or the next ones; nil at the end.
  func next() async throws(CurlError) -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let (answer, mustResume) = state.withLock { $0.take(waiter) }
        if mustResume { mailbox.resume(id) }
        if let answer { waiter.resume(returning: answer) }
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// Ends the transfer if it is under way, and drops what has not been read.
  func cancel() {
    if !state.withLock({ $0.hasEnded }) { mailbox.cancel(id) }
  }
}

/// The engine's side.
extension StreamChannel {
  var hasHead: Bool { state.withLock { $0.hasHead } }

  func headArrived(_ head: CurlHead) {
    state.withLock { $0.takeHeadWaiter() }?(.success(CurlStream(head: head, channel: self)))
  }

  /// Takes bytes in; false where there are too many already, so that they must be offered again.
  func offer(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // A pointer must not be captured by what is sent into the lock.
    let address = UInt(bitPattern: bytes.baseAddress)
    let count = bytes.count
    let (isTaken, delivery) = state.withLock { state in
      let bytes = unsafe UnsafeRawBufferPointer(
        start: UnsafeRawPointer(bitPattern: address),
        count: count
      )
      return unsafe state.offer(bytes)
    }
    delivery?.resume()
    return isTaken
  }

  /// The transfer has ended.
  func end(_ result: Result<Void, CurlError>) {
    let (head, chunk) = state.withLock { $0.end(result) }
    if case .failure(let error) = result { head?(.failure(error)) }
    chunk?.resume()
  }
}
