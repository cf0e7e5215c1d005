import CLinux
import Glibc

/// A folder of the test's own, removed with what is in it.
final class TemporaryFolder: Sendable {
  let path: String

  struct Failure: Error {
    let operation: String
    let code = errno
  }

  init() throws {
    var template = Array("/tmp/netwatch-http-tests-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure(operation: "mkdtemp") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// What is in it, in alphabetical order.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
      )
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  /// Writes a file, and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else {
      throw Failure(operation: "write \(file)")
    }
    return file
  }

  /// The whole of a file.
  func read(_ name: String) throws -> [UInt8] {
    let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(operation: "open \(name)") }
    defer { close(descriptor) }
    var (content, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
      content += buffer[..<count]
    }
    return content
  }
}
