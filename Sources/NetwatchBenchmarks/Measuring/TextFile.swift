import CLinux
import Glibc

/// Small files, the kernel's above all.
enum TextFile {
  /// The whole text of a file.
  static func read(_ path: String) throws(BenchmarkError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .systemCall("opening \(path)") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw .systemCall("reading \(path)") }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// The names in a folder, without those that begin with a dot.
  static func names(in folder: String) throws(BenchmarkError) -> [String] {
    guard let stream = opendir(folder) else { throw .systemCall("opening \(folder)") }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.first != "." { names.append(name) }
    }
    return names
  }
}
