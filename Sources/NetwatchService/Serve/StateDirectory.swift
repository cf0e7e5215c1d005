internal import CLinux
internal import Glibc

/// The folder that the service keeps everything in, held by one service at a time.
package final class StateDirectory: Sendable {
  package let path: String

  /// Holds the lock (flock(2)) until it is closed: with this, or with the process, however it ends.
  private let descriptor: CInt

  private init(path: String, descriptor: CInt) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Takes the folder, and makes it where only it is missing, for nobody but this user.
  ///
  /// - Parameter path: Its path from the root.
  /// - Returns: The folder.
  /// - Throws: ``ServiceFailure`` where it is none, can't be written to, or another service has it.
  package static func open(_ path: String) throws(ServiceFailure) -> StateDirectory {
    if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
      throw ServiceFailure("the state directory \(path) can't be made", code: errno)
    }
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw ServiceFailure("the state directory \(path) can't be opened", code: errno)
    }
    let directory = StateDirectory(path: path, descriptor: descriptor)
    guard unsafe faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
      throw ServiceFailure("the state directory \(path) can't be written to", code: errno)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw errno == EWOULDBLOCK
        ? ServiceFailure(.system, "another netwatch service is running on \(path)")
        : ServiceFailure("the state directory \(path) can't be locked", code: errno)
    }
    return directory
  }

  /// The path of something in it; a path from the root stays as it is.
  package func file(_ name: String) -> String {
    name.hasPrefix("/") ? name : path == "/" ? "/\(name)" : "\(path)/\(name)"
  }
}
