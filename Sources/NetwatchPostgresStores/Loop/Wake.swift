import CLinux
import Glibc
import NetwatchJobs

/// Ends the wait of the store's thread (eventfd(2)).
final class Wake: Sendable {
  let descriptor: CInt

  init() throws(JobStoreError) {
    descriptor = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else {
      throw JobStoreError(.failed, "there is no descriptor left for the store (error \(errno))")
    }
  }

  deinit {
    close(descriptor)
  }

  func signal() {
    _ = eventfd_write(descriptor, 1)
  }

  func clear() {
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(descriptor, &count)
  }
}
