internal import Glibc
internal import NetwatchSystem

/// The open file of a credential.
struct CredentialFile: ~Copyable {
  private let descriptor: CInt
  private let name: String

  private init(descriptor: CInt, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  deinit { close(descriptor) }

  /// Opens the file, which may be a link to another.
  static func open(_ path: String, named name: String) throws(CredentialError) -> CredentialFile {
    // A pipe without a writer would hold up who opens it for reading.
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .missing(name: name) : .refused(name: name, code: errno)
    }
    let file = CredentialFile(descriptor: descriptor, name: name)
    guard file.isRegular else { throw .notFile(name: name) }
    return file
  }

  private var isRegular: Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The contents, where they are not longer than the limit.
  func read(limit: Int) throws(CredentialError) -> [UInt8] {
    do throws(FileReadError) {
      return try FileContents.read(descriptor, upTo: limit)
    } catch {
      switch error {
      case .refused(let code): throw .refused(name: name, code: code)
      case .tooLong: throw .tooLarge(name: name, limit: limit)
      }
    }
  }
}
