/// What has come of an answer and was not read, and who waits for it.
struct StreamState {
  typealias Answer = Result<[UInt8]?, CurlError>
  typealias ChunkWaiter = CheckedContinuation<Answer, Never>

  /// A reader, and what it waited for.
  struct Delivery {
    let waiter: ChunkWaiter
    let answer: Answer

    func resume() { waiter.resume(returning: answer) }
  }

  private let capacity: Int
  private var bytes: [UInt8] = []
  private var isPaused = false
  private var outcome: Result<Void, CurlError>?
  private var headWaiter: StreamChannel.HeadWaiter?
  private var chunkWaiter: ChunkWaiter?
  private(set) var hasHead = false

  init(capacity: Int, headWaiter: @escaping StreamChannel.HeadWaiter) {
    self.capacity = capacity
    self.headWaiter = headWaiter
  }

  var hasEnded: Bool { outcome != nil }

  mutating func takeHeadWaiter() -> StreamChannel.HeadWaiter? {
    hasHead = true
    defer { headWaiter = nil }
    return headWaiter
  }

  /// Answers a reader at once, or keeps it; and says whether the transfer is to go on.
  mutating func take(_ waiter: ChunkWaiter) -> (Answer?, mustResume: Bool) {
    guard bytes.isEmpty else {
      defer {
        bytes = []
        isPaused = false
      }
      return (.success(bytes), isPaused)
    }
    switch outcome {
    case .success: return (.success(nil), false)
    case .failure(let error): return (.failure(error), false)
    case nil:
      precondition(chunkWaiter == nil, "A stream is read by one task at a time.")
      chunkWaiter = waiter
      return (nil, false)
    }
  }

  mutating func offer(_ more: UnsafeRawBufferPointer) -> (isTaken: Bool, Delivery?) {
    if let waiter = chunkWaiter {
      chunkWaiter = nil
      return (true, unsafe Delivery(waiter: waiter, answer: .success(Array(more))))
    }
    guard bytes.count < capacity else {
      isPaused = true
      return (false, nil)
    }
    unsafe bytes.append(contentsOf: more)
    return (true, nil)
  }

  mutating func end(
    _ result: Result<Void, CurlError>
  ) -> (StreamChannel.HeadWaiter?, Delivery?) {
    guard outcome == nil else { return (nil, nil) }
    outcome = result
    // Whoever cancelled wants no more of it.
    if case .failure(let error) = result, error.kind == .cancelled { bytes = [] }
    let delivery = chunkWaiter.map { Delivery(waiter: $0, answer: result.map { nil }) }
    chunkWaiter = nil
    return (takeHeadWaiter(), delivery)
  }
}
