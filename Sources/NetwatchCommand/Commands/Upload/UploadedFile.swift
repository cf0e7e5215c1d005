internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// The file that is uploaded, opened once: what is checked is what is sent.
struct UploadedFile: Sendable {
  /// What tells a file, and that it has not changed.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let seconds: Int64
    let nanoseconds: Int64
  }

  let path: String

  /// Open until the process ends.
  let descriptor: Int32
  let identity: Identity

  /// Opens a regular file.
  ///
  /// - Throws: ``UsageError`` that names it.
  static func open(_ path: String) throws(UsageError) -> UploadedFile {
    // Without O_NONBLOCK a FIFO would wait for a writer.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw UsageError(
        "the file '\(path)' can't be opened: \(errorText(errno))",
        command: Subcommand.upload.rawValue
      )
    }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw UsageError("'\(path)' is not a regular file", command: Subcommand.upload.rawValue)
    }
    let identity = Identity(
      device: UInt64(status.st_dev),
      inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      seconds: Int64(status.st_mtim.tv_sec),
      nanoseconds: Int64(status.st_mtim.tv_nsec)
    )
    return UploadedFile(path: path, descriptor: descriptor, identity: identity)
  }
}
