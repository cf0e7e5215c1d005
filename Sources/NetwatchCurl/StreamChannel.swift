import NetwatchCore

/// Carries an answer from the engine's thread to the one task that reads it.
final class StreamChannel: Sendable {
  typealias HeadWaiter = CheckedContinuation<Result<CurlHead, CurlError>, Never>

  /// How many bytes wait before the transfer is told to stand still.
  static let capacity = 262_144

  private let state = Lock(StreamState(capacity: capacity))
  private let mailbox: Mailbox
  let id: TransferID

  init(_ mailbox: Mailbox) {
    self.mailbox = mailbox
    id = mailbox.nextID()
  }

  /// Waits for the head of the transfer that the closure submits.
  func head(afterSubmitting submit: () -> Void) async throws(CurlError) -> CurlHead {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        state.withLock { $0.awaitHead(waiter) }
        submit()
      }
    } onCancel: {
      cancel()
    }
    return try result.get()
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

  /// Ends the transfer, and drops what has not been read.
  func cancel() {
    mailbox.cancel(id)
  }
}

/// The engine's side.
extension StreamChannel {
  var hasHead: Bool { state.withLock { $0.hasHead } }

  func headArrived(_ head: CurlHead) {
    state.withLock { $0.takeHeadWaiter() }?.resume(returning: .success(head))
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
    if case .failure(let error) = result { head?.resume(returning: .failure(error)) }
    chunk?.resume()
  }
}
