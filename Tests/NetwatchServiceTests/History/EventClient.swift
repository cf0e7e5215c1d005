import CLinux
import Glibc
import NetwatchTestSupport

/// An event as a client sees it.
struct SeenEvent: Hashable, CustomStringConvertible {
  var id: Int64?
  var name = ""
  var data = ""

  var description: String { "\(id.map { "\($0)" } ?? "-") \(name) \(data)" }
}

/// The client could not connect or send.
struct EventClientFailure: Error {
  let code: CInt
}

/// A client of the event stream at a Unix socket, which reads as the HTML standard says.
final class EventClient {
  private let descriptor: CInt
  private var received: [UInt8] = []

  /// What was received behind the head, out of its chunks.
  private var text: [UInt8] = []
  private var hasHead = false

  /// The head of the answer.
  private(set) var head = ""

  /// Whether the answer is complete, or the connection closed.
  private(set) var hasEnded = false

  /// All events so far.
  private(set) var events: [SeenEvent] = []

  /// The last id that the server gave.
  private(set) var lastID: Int64?

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafeBytes(of: address) { bytes in
      connect(
        descriptor,
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)
      )
    }
    guard status == 0 else { throw EventClientFailure(code: errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count else {
      throw EventClientFailure(code: errno)
    }
  }

  /// Reads what is there.
  ///
  /// - Returns: All events so far.
  @discardableResult
  func look() -> [SeenEvent] {
    var room = [UInt8](repeating: 0, count: 65_536)
    while !hasEnded {
      let count = recv(descriptor, &room, room.count, 0)
      guard count > 0 else {
        if count == 0 { hasEnded = true }
        break
      }
      received += room.prefix(count)
    }
    if !hasHead, let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
      head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      received.removeSubrange(..<end.upperBound)
      hasHead = true
    }
    if hasHead { while takeChunk() {} }
    while takeEvent() {}
    return events
  }

  /// Reads what is there, and keeps nothing of it.
  ///
  /// - Parameter show: Is shown all of it, as it came.
  /// - Returns: How many bytes that was.
  @discardableResult
  func drain(_ show: (ArraySlice<UInt8>) -> Void = { _ in }) -> Int {
    var (room, total) = ([UInt8](repeating: 0, count: 65_536), 0)
    while true {
      let count = recv(descriptor, &room, room.count, 0)
      guard count > 0 else { return total }
      show(room.prefix(count))
      total += count
    }
  }

  /// Reads until something is so.
  func wait(
    for limit: Duration = .seconds(20),
    line: Int = #line,
    until isEnough: ([SeenEvent]) -> Bool
  ) async throws {
    try await eventually(within: limit, every: .milliseconds(1), line: line) { isEnough(look()) }
  }

  private func takeChunk() -> Bool {
    guard let end = received.firstRange(of: Array("\r\n".utf8)),
      let size = Int(String(decoding: received[..<end.lowerBound], as: UTF8.self), radix: 16),
      received.count >= end.upperBound + size + 2
    else { return false }
    text += received[end.upperBound..<end.upperBound + size]
    received.removeSubrange(..<(end.upperBound + size + 2))
    if size == 0 { hasEnded = true }
    return size > 0
  }

  private func takeEvent() -> Bool {
    guard let end = text.firstRange(of: [0x0A, 0x0A]) else { return false }
    var event = SeenEvent()
    for line in String(decoding: text[..<end.lowerBound], as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
      switch parts[0] {
      case "id": event.id = Int64(value)
      case "event": event.name = value
      case "data": event.data += value
      default: break
      }
    }
    text.removeSubrange(..<end.upperBound)
    lastID = event.id ?? lastID
    if !event.data.isEmpty { events.append(event) }
    return true
  }
}

extension [SeenEvent] {
  var names: [String] { map(\.name) }

  /// The numbers of the jobs that it is about.
  var jobs: [Int] {
    filter { $0.name == "job" }.compactMap { event in
      event.data.firstRange(of: "\"id\":").map { range in
        Int(event.data[range.upperBound...].prefix { $0.isNumber }) ?? -1
      }
    }
  }
}
