import CLinux
import Glibc

/// Whole files of a few kilobytes, as /proc has them.
enum SmallFile {
  static func read(_ path: String) throws -> String {
    let file = try Descriptor.open(path, O_RDONLY)
    var content: [UInt8] = []
    while case .bytes(let bytes) = readAvailable(file.number) { content += bytes }
    return String(decoding: content, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws {
    let file = try Descriptor.open(path, O_WRONLY)
    let bytes = Array(text.utf8)
    // One write: a file of /proc/sys takes its value at once or not at all.
    try check("write \(path)", Glibc.write(file.number, bytes, bytes.count))
  }

  /// The names in a folder, without "." and "..".
  static func names(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else {
      throw SystemCallFailure(operation: "opendir \(folder)", code: errno)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
      )
    }
    return names.filter { $0 != "." && $0 != ".." }
  }
}
