internal import CLinux
internal import Glibc

/// The file of a Unix socket, told from another one at the same path by its number.
struct SocketFile: Hashable, Sendable {
  let path: String
  private let device: UInt64
  private let number: UInt64

  /// What stands at a path; nil where it is no socket.
  ///
  /// A symbolic link is none, wherever it leads.
  init?(at path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
    (self.path, device, number) = (path, UInt64(status.st_dev), UInt64(status.st_ino))
  }

  /// Removes the file, unless another one stands there by now.
  func remove() {
    guard SocketFile(at: path) == self else { return }
    unsafe _ = unlink(path)
  }
}
