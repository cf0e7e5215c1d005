import CLinux
import Glibc
import NetwatchTestSupport

/// A datagram socket that stands where the one of the service manager would.
final class NotifySocket: Sendable {
  /// What NOTIFY_SOCKET says.
  let name: String
  private let descriptor: CInt

  /// Binds a socket to a path, or, where the name begins with `@`, to an abstract name.
  init(_ name: String) throws {
    self.name = name
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let result = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard result == 0 else { throw SocketFailure(code: errno) }
  }

  deinit { close(descriptor) }

  /// The messages that have come.
  func messages() -> [String] {
    var messages: [String] = []
    while let message = next(waiting: false) { messages.append(message) }
    return messages
  }

  /// The next message; nil where none came for ten seconds.
  func nextMessage() async throws -> String? {
    try await awaitThread { self.next(waiting: true) }
  }

  private func next(waiting: Bool) -> String? {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&entry, 1, waiting ? 10_000 : 0) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

struct SocketFailure: Error {
  let code: CInt
}
