import CLinux
import Glibc

/// A client that sends what it is told to, byte for byte, and shows what comes back.
package final class TestClient: Sendable {
  package let descriptor: CInt

  private init(_ descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Connects to a Unix socket.
  package static func unix(_ path: String) throws -> TestClient {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return try connected(AF_UNIX, address)
  }

  /// Connects to 127.0.0.1.
  package static func tcp(_ port: UInt16) throws -> TestClient {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try connected(AF_INET, address)
  }

  private static func connected<Address>(_ family: CInt, _ address: Address) throws -> TestClient {
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let client = TestClient(socket(family, type, 0))
    let status = withUnsafeBytes(of: address) { bytes in
      connect(
        client.descriptor,
        bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
        socklen_t(bytes.count)
      )
    }
    guard client.descriptor >= 0, status == 0 else {
      throw ClientFailure(description: "The connection was refused (\(errno)).")
    }
    _ = fcntl(client.descriptor, F_SETFL, O_NONBLOCK)
    return client
  }

  /// Sends text; false where the server no longer takes it.
  @discardableResult
  package func send(_ text: String) async throws -> Bool { try await send(Array(text.utf8)) }

  @discardableResult
  package func send(_ bytes: [UInt8]) async throws -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno == EAGAIN {
        try await Task.sleep(for: .milliseconds(1))
      } else {
        return false
      }
    }
    return true
  }

  /// What has arrived until something is in it.
  package func receive(until text: String) async throws -> String {
    try await receive { $0.contains(text) }
  }

  /// What has arrived until it is so many bytes.
  package func receive(atLeast count: Int) async throws -> String {
    try await receive { $0.utf8.count >= count }
  }

  /// What arrives until the server closes.
  package func receiveAll() async throws -> String { try await receive { _ in false } }

  /// The status of the next answer, and the whole of it, which has to have a Content-Length.
  package func answer() async throws -> String {
    try await receive { text in
      guard let end = text.range(of: "\r\n\r\n") else { return false }
      let head = text[..<end.lowerBound].lowercased()
      guard let field = head.range(of: "content-length: ") else { return true }
      let length = Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0
      return text[end.upperBound...].utf8.count >= length
    }
  }

  private func receive(until isEnough: (String) -> Bool) async throws -> String {
    var bytes: [UInt8] = []
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      switch take() {
      case .some([]): return String(decoding: bytes, as: UTF8.self)
      case .some(let part):
        bytes += part
        let text = String(decoding: bytes, as: UTF8.self)
        if isEnough(text) { return text }
      case nil: try await Task.sleep(for: .milliseconds(1))
      }
    }
    throw ClientFailure(description: "Only this came: \(String(decoding: bytes, as: UTF8.self))")
  }

  /// What is there: empty at the end, nil where nothing has arrived.
  package func take(atMost count: Int = 65_536) -> [UInt8]? {
    var count = count
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      count = recv(descriptor, room.baseAddress, count, 0)
      filled = max(0, count)
    }
    return count < 0 && errno == EAGAIN ? nil : bytes
  }
}

/// Why a client has nothing to show.
package struct ClientFailure: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) {
    self.description = description
  }
}

extension String {
  /// The first place of a text in this one.
  package func range(of text: String) -> Range<String.Index>? { self[...].range(of: text) }

  /// How often a text is in this one.
  package func count(of text: String) -> Int {
    var (rest, count) = (self[...], 0)
    while let range = rest.range(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}

extension Substring {
  package func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}

extension TestClient {
  /// Says that no more will be sent.
  package func finishSending() { _ = shutdown(descriptor, CInt(SHUT_WR)) }

  /// This process, its user and its group.
  package var identity: String { "\(getpid()) \(geteuid()) \(getegid())" }
}
