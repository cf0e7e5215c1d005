internal import NetwatchCore
internal import NetwatchSystem

/// What a server's thread is told by others.
enum ServerMessage: Sendable {
  /// A handler has answered the request of a connection.
  case answered(connection: UInt64, ServerResponse)

  /// The stream of a connection has something to read, or has ended.
  case streamMoved(connection: UInt64)

  /// The server is to end.
  case stop
}

/// Messages to a server's thread, in their order.
final class ServerMailbox: Sendable {
  private let messages = Lock<[ServerMessage]>([])
  private let signal: EventSignal

  init() throws(HTTPServerError) {
    guard let signal = EventSignal() else { throw .system("make an event descriptor") }
    self.signal = signal
  }

  /// What is readable while there are messages.
  var descriptor: CInt { signal.descriptor }

  /// Leaves a message, and wakes the thread for the first one.
  func post(_ message: ServerMessage) {
    let isFirst = messages.withLock { messages in
      messages.append(message)
      return messages.count == 1
    }
    if isFirst { signal.send() }
  }

  /// Takes all messages.
  func take() -> [ServerMessage] {
    signal.clear()
    return messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
