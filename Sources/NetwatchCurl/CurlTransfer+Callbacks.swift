import CCurl
import NetwatchCore

/// What libcurl reports while it drives the transfer.
extension CurlTransfer {
  /// Takes a part of the body; how many bytes of it were taken, or what makes libcurl wait.
  func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    let status = easy.status
    switch unsafe state.collector.receivedBody(bytes, status: status) {
    case .taken:
      state.isReceivingPaused = false
      return bytes.count
    case .postponed:
      state.isReceivingPaused = true
      return Int(CURL_WRITEFUNC_PAUSE)
    // Any other number than that of the bytes offered makes libcurl give up.
    case .refused: return bytes.count &- 1
    }
  }

  /// Takes a line of a header; false ends the transfer.
  func receivedHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    guard state.collector.receivedHeader(length: line.count) else { return false }
    if line.count <= 2 { receivedEmptyLine() }
    return true
  }

  /// An empty line ends a header; that of an interim response is not the one waited for.
  private func receivedEmptyLine() {
    guard easy.status >= 200 else { return }
    state.hasWholeHead = true
    if let stream = state.stream, !stream.hasHead { stream.headArrived(head) }
  }

  /// Hands out what comes next of the body.
  func readBody(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.isSendingPaused = false
    switch unsafe state.reader.read(into: buffer) {
    case .bytes(let count): return count
    case .end: return 0
    case .nothingYet:
      state.isSendingPaused = true
      return Int(CURL_READFUNC_PAUSE)
    case .failed(let error):
      state.failure = error
      return Int(CURL_READFUNC_ABORT)
    }
  }

  func seekBody(to offset: Int64) -> Bool {
    let isDone = state.reader.seek(to: offset)
    if !isDone { state.sends.refuse() }
    return isDone
  }

  /// The request is about to be sent, from its beginning whatever was read before; false stops it.
  func willSend(to address: String?) -> Bool {
    // There is a connection after all: what goes wrong from here on is the transfer's own.
    state.isPostponed = false
    if let refusal = state.opener.refusal(of: address) {
      state.failure = refusal
      return false
    }
    guard state.sends.willSend(after: easy.requestSize) else { return false }
    return seekBody(to: 0)
  }

  func willLookUp() -> Bool {
    guard mayConnect() else {
      state.isPostponed = true
      return false
    }
    if state.needsLookup, let refusal = refuseLookup() {
      state.failure = refusal
      return false
    }
    state.hasLookupBegun = true
    return true
  }

  func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> curl_socket_t {
    guard mayConnect() else {
      state.isPostponed = true
      return CURL_SOCKET_BAD
    }
    return unsafe state.opener.open(address)
  }

  func progressed(_ progress: CurlProgress) {
    state.progress?.progressed(progress)
  }
}
