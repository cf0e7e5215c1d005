import CLinux
import Glibc
import NetwatchCore

/// A file on its way to its name: removed with its owner unless it was committed.
struct PartialFile: ~Copyable {
  private let file: OpenFile
  private let path: String
  private let temporaryPath: String

  private init(file: consuming OpenFile, path: String, temporaryPath: String) {
    self.file = file
    self.path = path
    self.temporaryPath = temporaryPath
  }

  deinit {
    // After the commit there is no such file.
    unsafe unlink(temporaryPath)
  }

  /// Makes an empty file in the folder of the one that it is to become.
  ///
  /// - Throws: ``NetworkError`` of the type `invalidRequest` that names the path.
  static func make(for path: String) throws(NetworkError) -> PartialFile {
    let mark = UInt64.random(in: .min ... .max)
    let temporaryPath = "\(path).\(String(mark, radix: 36)).part"
    let file = try OpenFile.open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
    return PartialFile(file: file, path: path, temporaryPath: temporaryPath)
  }

  /// Where to write; borrowed for as long as the file is open.
  var descriptor: CInt { file.descriptor }

  /// Throws away what was written.
  borrowing func makeEmpty() {
    // Neither can fail on a regular file that is open for writing.
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
  }

  /// Gives the file its name, once its bytes are on the disk.
  ///
  /// - Throws: ``NetworkError`` that names the path.
  borrowing func commit() throws(NetworkError) {
    guard fsync(descriptor) == 0, unsafe rename(temporaryPath, path) == 0 else {
      throw NetworkError(.unknown, "\(path.debugDescription) can't be written: \(OpenFile.reason)")
    }
  }
}
