import CLinux
import Glibc

/// A folder of the test's own, removed with what is in it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/netwatch-curl-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError(operation: "mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      unlinkat(
        dirfd(directory),
        withUnsafePointer(to: &entry.pointee.d_name) { UnsafeRawPointer($0) }
          .assumingMemoryBound(to: CChar.self),
        0
      )
    }
    closedir(directory)
    rmdir(path)
  }

  /// Writes a file, and returns its path.
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    try check("open", descriptor)
    defer { close(descriptor) }
    try check("write", CInt(Glibc.write(descriptor, text, text.utf8.count)))
    return file
  }
}
