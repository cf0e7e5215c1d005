import CLinux
import Glibc

/// A folder of the benchmark's own, removed with its files at the end.
struct TemporaryFolder: ~Copyable {
  let path: String

  private init(path: String) {
    self.path = path
  }

  deinit {
    // A program of a few lines less: what nginx leaves is one level of files.
    for name in (try? TextFile.names(in: path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  static func make() throws(BenchmarkError) -> TemporaryFolder {
    var template = Array("/tmp/netwatch-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw .systemCall("making a temporary folder") }
    let path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    return TemporaryFolder(path: path)
  }

  /// Makes a file of so many bytes that are on the disk, none of them a hole.
  func file(_ name: String, size: Int) throws(BenchmarkError) -> String {
    let file = "\(path)/\(name)"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .systemCall("making \(file)") }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0x5A, count: 1 << 20)
    for _ in 0..<size / block.count {
      guard write(descriptor, block, block.count) == block.count else {
        throw .systemCall("writing \(file)")
      }
    }
    return file
  }
}
