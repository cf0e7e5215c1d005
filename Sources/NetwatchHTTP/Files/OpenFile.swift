import CLinux
import Glibc
import NetwatchCore
import NetwatchSystem

/// An open file, closed with its owner.
struct OpenFile: ~Copyable {
  /// The descriptor; borrowed by whoever gets it, for as long as the file is open.
  let descriptor: CInt

  private init(descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// Opens a regular file for reading.
  ///
  /// - Throws: ``NetworkError`` of the type `invalidRequest` that names the path, where there is no
  ///   such file, or it is none that has a length.
  static func read(_ path: String) throws(NetworkError) -> OpenFile {
    // Without O_NONBLOCK a FIFO would hold the caller until somebody writes to it.
    let file = try open(path, O_RDONLY | O_NONBLOCK)
    guard try file.status(of: path).st_mode & S_IFMT == S_IFREG else {
      throw NetworkError(.invalidRequest, "\(path.debugDescription) is not a regular file")
    }
    return file
  }

  /// Opens, or makes, a file.
  static func open(
    _ path: String,
    _ flags: CInt,
    mode: mode_t = 0o666
  ) throws(NetworkError) -> OpenFile {
    guard !path.utf8.contains(0) else {
      throw NetworkError(.invalidRequest, "\(path.debugDescription) is no file name")
    }
    let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      throw NetworkError(
        .invalidRequest,
        "\(path.debugDescription) can't be opened: \(Self.reason)"
      )
    }
    return OpenFile(descriptor: descriptor)
  }

  /// What errno says, in words.
  static var reason: String { errorText(errno) }

  /// What the file system says of it.
  borrowing func status(of path: String) throws(NetworkError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw NetworkError(.invalidRequest, "\(path.debugDescription) can't be read: \(Self.reason)")
    }
    return status
  }
}
