import CLinux

/// Waiting for a descriptor.
enum Readiness {
  /// Waits until there is something to read, or the end of it; false where the time ran out.
  static func isReadable(_ descriptor: CInt, within seconds: Double) -> Bool {
    var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&readable, 1, CInt((seconds * 1000).rounded(.up))) > 0
  }
}
