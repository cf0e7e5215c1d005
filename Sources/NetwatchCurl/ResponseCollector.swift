import CCurl

/// Takes in the bytes of one answer, up to their limits.
///
/// libcurl calls it, through the two callbacks, on the thread that drives the transfer.
final class ResponseCollector {
  private let bodyLimit: Int
  private let bodyNeeded: Int
  private let headerLimit: Int
  private var headerLength = 0

  private var body: [UInt8] = []

  /// The limit that ended the transfer, if one did.
  private(set) var exceeded: CurlError.Kind?

  /// Whether the transfer was ended because as much of the body is there as is needed.
  private(set) var hasEnough = false

  init(bodyLimit: Int, bodyNeeded: Int? = nil, headerLimit: Int) {
    self.bodyLimit = bodyLimit
    self.bodyNeeded = max(bodyNeeded ?? .max, 0)
    self.headerLimit = headerLimit
  }

  /// Gives the body away, so that a handle at rest holds none.
  func takeBody() -> [UInt8] {
    defer { body = [] }
    return body
  }

  /// Takes a part of the body; false ends the transfer.
  fileprivate func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let bytes = unsafe bytes.prefix(bodyNeeded - body.count)
    guard unsafe bytes.count <= bodyLimit - body.count else {
      exceeded = .bodyTooLarge(limit: bodyLimit)
      return false
    }
    unsafe body.append(contentsOf: bytes)
    hasEnough = body.count >= bodyNeeded
    return !hasEnough
  }

  /// Counts a line of a header, whose fields libcurl keeps itself; false ends the transfer.
  fileprivate func receivedHeader(length: Int) -> Bool {
    guard length <= headerLimit - headerLength else {
      exceeded = .headerTooLarge(limit: headerLimit)
      return false
    }
    headerLength += length
    return true
  }
}

extension CurlEasy {
  /// Has the answer delivered to a collector, which the caller keeps alive until the transfer ended.
  borrowing func deliver(to collector: ResponseCollector) throws(CurlError) {
    let context = unsafe Unmanaged.passUnretained(collector).toOpaque()
    unsafe try set(CURLOPT_WRITEDATA, context)
    unsafe try set(CURLOPT_HEADERDATA, context)
    unsafe try set(CURLOPT_WRITEFUNCTION) { bytes, _, count, context in
      guard let context = unsafe context else { return 0 }
      let collector = unsafe Unmanaged<ResponseCollector>.fromOpaque(context).takeUnretainedValue()
      let part = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      // Any number other than that of the bytes offered makes libcurl give up.
      return unsafe collector.receivedBody(part) ? count : count &- 1
    }
    unsafe try set(CURLOPT_HEADERFUNCTION) { _, _, count, context in
      guard let context = unsafe context else { return 0 }
      let collector = unsafe Unmanaged<ResponseCollector>.fromOpaque(context).takeUnretainedValue()
      return collector.receivedHeader(length: count) ? count : count &- 1
    }
  }
}
