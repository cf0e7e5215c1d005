/// How a connection is answered.
extension ServerConnection {
  /// Hands an answer to the library; false where the connection is to be closed.
  func queue(_ response: ServerResponse, closing: Bool = false) -> Bool {
    switch response.body {
    case .bytes(let bytes):
      guard hasRoom(for: bytes.count) else {
        return queue(.refusal(503, "There are too many answers at a time."), closing: closing)
      }
      guard let made = MicroResponse.open(bytes) else { return false }
      perform(machine.answerBegan(bytes: bytes.count))
      return send(made, response, closing: closing)
    case .stream(let stream):
      guard let made = MicroResponse.open(readingFrom: self) else { return false }
      stream.attach { [mailbox = loop.mailbox, id] in mailbox.post(.streamMoved(connection: id)) }
      perform(machine.streamBegan(stream, isStopping: loop.isStopping))
      return send(made, response, closing: closing)
    }
  }

  private func hasRoom(for count: Int) -> Bool {
    count <= HTTPServerSettings.smallAnswer
      || loop.answerBytes + count <= loop.settings.answersLimit
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
    guard let stream = machine.stream else { return .failure }
    switch unsafe stream.read(into: room) {
    case .bytes(let count): return .bytes(count)
    case .end: return .end
    case .nothingYet:
      perform(machine.streamRanDry())
      return .nothingYet
    }
  }
}
