internal import Glibc

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
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let piece = try readPiece()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    throw .tooLarge(name: name, limit: limit)
  }

  private func readPiece() throws(CredentialError) -> [UInt8] {
    var code: CInt = 0
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
      var result: Int
      repeat {
        result = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      } while result < 0 && errno == EINTR
      if result < 0 { code = errno }
      count = max(result, 0)
    }
    guard code == 0 else { throw .refused(name: name, code: code) }
    return piece
  }
}
