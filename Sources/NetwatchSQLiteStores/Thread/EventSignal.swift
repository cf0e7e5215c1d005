import CLinux
import Glibc
import NetwatchJobs

/// Wakes a thread that polls (eventfd(2)).
final class EventSignal: Sendable {
  /// What is polled.
  let descriptor: CInt

  init() throws(JobStoreError) {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else {
      throw JobStoreError(.failed, "the system refuses an eventfd (error \(errno))")
    }
  }

  deinit { close(descriptor) }

  /// Makes the descriptor readable.
  func send() {
    var one: UInt64 = 1
    // It fails only where the descriptor is readable already.
    _ = unsafe write(descriptor, &one, 8)
  }

  /// Makes the descriptor unreadable until the next signal.
  func clear() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
  }
}
