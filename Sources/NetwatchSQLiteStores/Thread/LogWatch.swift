import CLinux
import Glibc
import NetwatchJobs

/// Tells when somebody writes to the log of a database (inotify(7)).
struct LogWatch: ~Copyable {
  /// Readable when somebody has written.
  let descriptor: CInt

  /// Watches a file, which is there for as long as a connection to its database is open.
  init(_ file: String) throws(JobStoreError) {
    descriptor = inotify_init1(CInt(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else {
      throw JobStoreError(.failed, "the system refuses an inotify instance (error \(errno))")
    }
    guard unsafe inotify_add_watch(descriptor, file, UInt32(IN_MODIFY)) >= 0 else {
      throw JobStoreError(.failed, "\(file) can't be watched (error \(errno))")
    }
  }

  deinit { close(descriptor) }

  /// Forgets what was told so far.
  ///
  /// - Returns: Whether anything was.
  func drain() -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 8) { buffer in
      var hasAny = false
      while unsafe read(descriptor, buffer.baseAddress, buffer.count) > 0 { hasAny = true }
      return hasAny
    }
  }
}
