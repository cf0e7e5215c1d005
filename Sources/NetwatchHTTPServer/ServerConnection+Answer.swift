internal import CLinux
internal import Glibc

/// How a connection is answered, and ended.
extension ServerConnection {
  /// Hands an answer to the library; false where the connection is to be closed.
  func queue(_ response: ServerResponse, closing: Bool = false) -> Bool {
    switch response.body {
    case .bytes(let bytes):
      guard hasRoom(for: bytes.count) else {
        return queue(.refusal(503, "There are too many answers at a time."), closing: closing)
      }
      guard let made = MicroResponse.open(bytes) else { return false }
      (phase, answerBytes) = (.sending, bytes.count)
      setDeadline(in: timeToTake(bytes.count))
      return send(made, response, closing: closing)
    case .stream(let stream):
      guard let made = MicroResponse.open(readingFrom: self) else { return false }
      phase = .streaming(stream)
      stream.attach { [mailbox = loop.mailbox, id] in mailbox.post(.streamMoved(connection: id)) }
      if loop.isStopping { stream.end(.stopped) }
      return send(made, response, closing: closing)
    }
  }

  private func hasRoom(for count: Int) -> Bool {
    count <= HTTPServerSettings.smallAnswer
      || loop.answerBytes + count <= loop.settings.answersLimit
  }

  /// The library waits for ever for a client that takes a byte now and then.
  private func timeToTake(_ count: Int) -> Duration {
    loop.settings.requestTimeout + .seconds(count / max(1, loop.settings.answerPace))
  }

  private func send(
    _ made: borrowing MicroResponse,
    _ response: ServerResponse,
    closing: Bool
  ) -> Bool {
    for header in response.headers where !made.add(header.name, header.value) { return false }
    if (closing || loop.isStopping) && !made.add("Connection", "close") { return false }
    return handle.queue(made, status: response.status)
  }

  /// What the library finds when it asks for a part of a stream.
  enum Reading {
    case bytes(Int)
    case nothingYet
    case end
    case failure
  }

  /// Gives the library the next part of the stream, or suspends the connection until there is one.
  func read(into room: UnsafeMutableRawBufferPointer) -> Reading {
    guard !isDoomed, case .streaming(let stream) = phase else { return .failure }
    switch unsafe stream.read(into: room) {
    case .bytes(let count): return .bytes(count)
    case .end: return .end
    case .nothingYet:
      suspend()
      loop.watch(self)
      return .nothingYet
    }
  }

  /// The stream has something to read, or has ended: then its client has only so long to take the rest.
  func streamMoved() {
    guard case .streaming(let stream) = phase else { return }
    if stream.hasEnded, deadline == nil { setDeadline(in: loop.settings.requestTimeout) }
    resume()
  }

  /// The client has gone while there was nothing to send.
  func hungUp() {
    guard case .streaming(let stream) = phase else { return }
    isDoomed = true
    stream.end(.disconnected)
    resume()
  }

  /// The handler has answered.
  func handled(_ response: ServerResponse) {
    (phase, heldBytes) = (.answered(response), 0)
    if isDoomed, case .stream(let stream) = response.body { stream.end(.disconnected) }
    resume()
  }

  func suspend() {
    isSuspended = true
    handle.suspend()
  }

  func resume() {
    guard isSuspended else { return }
    isSuspended = false
    loop.unwatch(self)
    handle.resume()
  }

  /// Closes the connection as soon as the library looks at it; a suspended one may be a handler's,
  /// and is closed when that has answered.
  func close() {
    isDoomed = true
    _ = shutdown(descriptor, CInt(SHUT_RDWR))
    if case .handling = phase { return }
    resume()
  }

  /// It has not gone on in time.
  func expired() {
    setDeadline(in: nil)
    // Nothing else has been sent in answer to what is being received.
    if case .receiving = phase { sendBare("408 Request Timeout") }
    close()
  }

  /// There is no room for it: it is closed with nothing but a status.
  func refuse() {
    sendBare("503 Service Unavailable")
    close()
  }

  private func sendBare(_ status: String) {
    let text = Array("HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
    unsafe _ = text.withUnsafeBytes { bytes in
      unsafe Glibc.send(
        descriptor,
        bytes.baseAddress,
        bytes.count,
        CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
      )
    }
  }
}
