internal import CLinux
internal import Glibc

/// A file descriptor that is closed with its owner.
struct FileDescriptor: ~Copyable {
  let rawValue: CInt

  init(owning rawValue: CInt) {
    self.rawValue = rawValue
  }

  deinit {
    close(rawValue)
  }
}

extension FileDescriptor {
  /// A counter to wake a thread with (eventfd(2)), or `nil` where the process has no descriptors left.
  static func event() -> FileDescriptor? {
    let descriptor = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
    return descriptor < 0 ? nil : FileDescriptor(owning: descriptor)
  }

  /// Adds one to an event counter.
  func signal() {
    var one: UInt64 = 1
    unsafe _ = write(rawValue, &one, MemoryLayout<UInt64>.size)
  }

  /// Takes what an event counter or a timer holds, and says whether there was something to take.
  @discardableResult
  func take() -> CInt {
    var count: UInt64 = 0
    let size = unsafe read(rawValue, &count, MemoryLayout<UInt64>.size)
    return size < 0 ? errno : 0
  }
}
