/// Counts how often a request is sent, and stops what must not be sent again.
struct SendCounter {
  private let limit: Int

  /// The bytes that had been sent, to a proxy, before the request's first one.
  private var bytesBefore = 0

  /// How often the request was sent; one of which nothing left this machine is not counted twice.
  private(set) var count = 0

  /// Whether a send was stopped.
  private(set) var isRefused = false

  init(_ sends: CurlRequest.Sends) {
    limit = sends == .once ? 1 : 2
  }

  /// libcurl is about to send the request, having sent so many bytes so far; false stops it.
  mutating func willSend(after requestSize: Int) -> Bool {
    guard areAnyBytesOut(requestSize: requestSize) || count == 0 else { return true }
    guard count < limit else {
      refuse()
      return false
    }
    if count == 0 { bytesBefore = requestSize }
    count += 1
    return true
  }

  /// The request cannot be sent from its beginning.
  mutating func refuse() {
    isRefused = true
  }

  /// The transfer is begun once more, and libcurl counts from zero again.
  mutating func beginAgain(after requestSize: Int) {
    if areAnyBytesOut(requestSize: requestSize) {
      bytesBefore = -1
    } else {
      count = 0
    }
  }

  /// Whether any byte of the request was handed to the network.
  func areAnyBytesOut(requestSize: Int) -> Bool {
    count > 0 && requestSize > bytesBefore
  }
}
