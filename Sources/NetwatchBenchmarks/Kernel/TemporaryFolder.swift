import CLinux
import Glibc

/// A folder of the benchmark's own, removed with its files at the end.
struct TemporaryFolder: ~Copyable {
  let path: String

  private init(path: String) {
    self.path = path
  }

  deinit {
    // No more than one level of files is left in any of them.
    for name in (try? TextFile.names(in: path)) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Makes an empty folder, in one that may lie in memory where nothing else is asked for.
  static func make(in parent: String = "/tmp") throws(BenchmarkError) -> TemporaryFolder {
    var template = Array("\(parent)/netwatch-bench.XXXXXX".utf8CString)
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
