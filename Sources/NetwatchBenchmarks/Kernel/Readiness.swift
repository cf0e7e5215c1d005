import CLinux
import Glibc

/// Waiting for a descriptor.
enum Readiness {
  /// Waits until there is something to read, or the end of it; false where the time ran out.
  static func isReadable(_ descriptor: CInt, within seconds: Double) -> Bool {
    var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&readable, 1, CInt((seconds * 1000).rounded(.up))) > 0
  }

  /// Waits until somebody listens on a port of 127.0.0.1.
  static func awaitListener(port: UInt16, within seconds: Double) throws(BenchmarkError) {
    let deadline = Stopwatch.now + seconds
    while !isListening(port) {
      guard Stopwatch.now < deadline else {
        throw BenchmarkError("nobody listens on port \(port) after \(seconds) s")
      }
      Stopwatch.pause(seconds: 0.02)
    }
  }

  private static func isListening(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
