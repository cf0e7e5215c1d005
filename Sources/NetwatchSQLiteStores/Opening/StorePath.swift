import CLinux
import Glibc
import NetwatchCore
import NetwatchJobs
import NetwatchSystem

/// The file of a store, in a folder whose path has no symbolic links.
struct StorePath: Sendable {
  /// The file.
  let file: String

  /// Where SQLite writes what was not copied into the file yet.
  var log: String { file + "-wal" }

  /// Checks a path, and makes the file where it is not there and may be made.
  ///
  /// - Throws: `denied` for a symbolic link, and where the file can't be made; `invalid` for what is
  ///   no path of a file in a folder that is there.
  static func prepare(_ path: String, creates: Bool) throws(JobStoreError) -> StorePath {
    let path = StorePath(file: try resolved(path))
    for file in [path.file, path.log, path.file + "-shm"] { try refuseLink(file) }
    if creates { try create(path.file) }
    return path
  }

  /// SQLite follows no link in any part of a path, but a folder may well be behind one.
  private static func resolved(_ path: String) throws(JobStoreError) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard !name.isEmpty, name != ".", name != "..", !path.utf8.contains(0) else {
      throw JobStoreError(.invalid, "\(path.debugDescription) is not the path of a file")
    }
    let folder = path.dropLast(name.count)
    guard let real = unsafe realpath(folder.isEmpty ? "." : String(folder), nil) else {
      throw failure(errno, "the folder of the store \(path) can't be used")
    }
    defer { unsafe free(real) }
    let prefix = unsafe String(cString: real)
    return prefix == "/" ? "/\(name)" : "\(prefix)/\(name)"
  }

  private static func refuseLink(_ file: String) throws(JobStoreError) {
    var status = stat()
    guard unsafe lstat(file, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFLNK:
      throw JobStoreError(.denied, "\(file) is a symbolic link, which a store does not follow")
    default: throw JobStoreError(.invalid, "\(file) is not a regular file")
    }
  }

  /// Held while a file is made: to close a descriptor of a database gives up the locks of all
  /// connections that the process has to it, so it must be closed before anybody can have one.
  private static let creation = Lock(())

  /// Makes the file, for nobody but its owner, where it is not there.
  private static func create(_ file: String) throws(JobStoreError) {
    let code = creation.withLock { _ -> CInt in
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe open(file, flags, 0o600)
      guard descriptor >= 0 else { return errno }
      close(descriptor)
      return 0
    }
    if code != 0, code != EEXIST { throw failure(code, "the store \(file) can't be made") }
  }

  private static func failure(_ code: CInt, _ sentence: String) -> JobStoreError {
    let reason = errorText(code)
    return switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG: JobStoreError(.invalid, "\(sentence): \(reason)")
    default: JobStoreError(.init(systemCode: code) ?? .failed, "\(sentence): \(reason)")
    }
  }
}
