import CLinux
import Glibc
import NetwatchCore

/// A TCP server that does to every connection what a script says, and then closes it.
final class ScriptedServer: Sendable {
  /// One thing to do to a connection.
  enum Step: Sendable {
    /// Waits for the blank line that ends a request.
    case readRequest

    case send(String)

    case sendBytes([UInt8])

    /// Sends the text over and over, until the other side is gone.
    case flood(String, every: Duration = .zero)

    /// Does nothing until the other side is gone.
    case beSilent

    /// Ends the connection with a reset instead of an orderly close.
    case reset
  }

  let port: UInt16
  private let listener: CInt
  private let requestLog = Lock<[String]>([])

  /// The requests read so far.
  var requests: [String] { requestLog.withLock { $0 } }

  init(on family: AddressFamily = .ipv4, _ script: [Step]) throws {
    (listener, port) = try LoopbackSocket.listening(family)
    try onNewThread { [listener, weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        try? onNewThread { [weak self] in
          for step in script where !Self.perform(step, on: connection, log: self) { break }
          close(connection)
        }
      }
      close(listener)
    }
  }

  deinit {
    // Ends the accept, whose thread closes the descriptor.
    Glibc.shutdown(listener, CInt(SHUT_RDWR))
  }

  /// Answers every request with a text, after it has been read.
  convenience init(on family: AddressFamily = .ipv4, answer: String) throws {
    try self.init(on: family, [.readRequest, .send(answer)])
  }

  private static func perform(_ step: Step, on connection: CInt, log: ScriptedServer?) -> Bool {
    switch step {
    case .readRequest:
      guard let request = readRequest(from: connection) else { return false }
      log?.requestLog.withLock { $0.append(request) }
    case .send(let text):
      return send(Array(text.utf8), on: connection)
    case .sendBytes(let bytes):
      return send(bytes, on: connection)
    case .flood(let text, let interval):
      while send(Array(text.utf8), on: connection) { pause(interval) }
      return false
    case .beSilent:
      while readSome(from: connection) != nil {}
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      let length = socklen_t(MemoryLayout.size(ofValue: linger))
      setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, length)
    }
    return true
  }

  private static func readRequest(from connection: CInt) -> String? {
    var request = ""
    while !request.hasSuffix("\r\n\r\n") {
      guard let part = readSome(from: connection) else { return nil }
      request += part
    }
    return request
  }

  private static func readSome(from connection: CInt) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let length = recv(connection, &buffer, buffer.count, 0)
    return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : nil
  }

  private static func send(_ bytes: [UInt8], on connection: CInt) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  private static func pause(_ interval: Duration) {
    if interval > .zero { usleep(UInt32(interval.clampedNanoseconds / 1_000)) }
  }
}
