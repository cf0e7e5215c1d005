import CLinux
import Glibc

/// A folder of the test's own, removed with everything in it when the object goes.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes an empty folder.
  ///
  /// - Parameter parent: The folder that it lies in.
  /// - Throws: ``SystemCallFailure`` where it cannot be made.
  package init(in parent: String = "/tmp") throws {
    var template = Array("\(parent)/netwatch.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SystemCallFailure(operation: "mkdtemp \(parent)", code: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    guard Glibc.remove(path) != 0, errno == ENOTEMPTY else { return }
    for name in (try? SmallFile.names(in: path)) ?? [] { remove("\(path)/\(name)") }
    rmdir(path)
  }
}

extension TemporaryFolder {
  /// The path of a file in the folder, which need not be there.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// What is in it, in alphabetical order.
  package var names: [String] {
    get throws { try SmallFile.names(in: path).sorted() }
  }

  /// Writes a file, and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = file(name)
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    try writeAll(file.number, bytes)
    return path
  }

  /// Writes a file, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// The whole of a file.
  package func read(_ name: String) throws -> [UInt8] {
    let file = try Descriptor.open(file(name), O_RDONLY)
    var content: [UInt8] = []
    while case .bytes(let bytes) = readAvailable(file.number) { content += bytes }
    return content
  }
}
