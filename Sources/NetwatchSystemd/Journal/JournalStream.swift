internal import Glibc

/// Which file the service manager connected to the journal: what JOURNAL_STREAM says (systemd.exec(5)).
struct JournalStream: Hashable {
  let device: UInt64
  let inode: UInt64

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// Reads `device:inode`, both in decimal; `nil` where it is something else.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let device = UInt64(parts[0]), let inode = UInt64(parts[1]) else {
      return nil
    }
    self.init(device: device, inode: inode)
  }

  /// The file behind a descriptor; `nil` where it is closed.
  init?(descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }

  /// Whether standard error is that file still.
  static var isStandardError: Bool {
    guard let text = Environment.value(of: "JOURNAL_STREAM"), let stream = Self(text) else {
      return false
    }
    return Self(descriptor: STDERR_FILENO) == stream
  }
}
