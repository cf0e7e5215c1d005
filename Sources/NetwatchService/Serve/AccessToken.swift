internal import CLinux
internal import Glibc

/// What clients of the TCP port show, kept in a file that only its owner can read.
package enum AccessToken {
  private static let lengths = 16...256
  private static let randomBytes = 32

  /// Reads the token, and makes one where the file is not there.
  ///
  /// - Parameter path: The file.
  /// - Returns: The token, without the line break that may stand behind it.
  /// - Throws: ``ServiceFailure``, which never tells of the token, where others could read or replace
  ///   the file, or where it holds no token: 16 to 256 visible ASCII characters.
  package static func read(_ path: String) throws(ServiceFailure) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else {
        throw ServiceFailure("the token file \(path) can't be opened", code: errno)
      }
      return try make(path)
    }
    defer { close(descriptor) }
    try check(descriptor, path)
    var bytes = [UInt8](repeating: 0, count: lengths.upperBound + 2)
    let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else {
      throw ServiceFailure("the token file \(path) can't be read", code: errno)
    }
    var token = bytes[..<count]
    if token.last == UInt8(ascii: "\n") { token.removeLast() }
    guard lengths.contains(token.count), token.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw ServiceFailure(
        .configuration,
        "the token file \(path) holds no token; expected 16 to 256 visible ASCII characters"
      )
    }
    return Array(token)
  }

  private static func check(_ descriptor: CInt, _ path: String) throws(ServiceFailure) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw ServiceFailure("the token file \(path) can't be read", code: errno)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & forbidden(path) == 0,
      status.st_uid == 0 || status.st_uid == geteuid()
    else {
      throw ServiceFailure(
        .configuration,
        "the token file \(path) is not safe; expected a file of this user's with the mode 0600"
      )
    }
  }

  /// Permissions that nobody may have.
  ///
  /// Credentials of newer systemd versions are root's, and the service may read them by an access list,
  /// which shows as the permissions of the group (systemd.exec(5)); nobody else enters their folder.
  private static func forbidden(_ path: String) -> mode_t {
    guard let folder = unsafe getenv("CREDENTIALS_DIRECTORY").map({ unsafe String(cString: $0) }),
      !folder.isEmpty, path.hasPrefix(folder + "/")
    else { return 0o077 }
    return 0o037
  }

  private static func make(_ path: String) throws(ServiceFailure) -> [UInt8] {
    // The system's generator is the kernel's (getrandom(2)).
    let random = (0..<randomBytes).map { _ in UInt8.random(in: .min ... .max) }
    let digits = Array("0123456789abcdef".utf8)
    let token = random.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else {
      throw ServiceFailure("the token file \(path) can't be made", code: errno)
    }
    defer { close(descriptor) }
    let line = token + [UInt8(ascii: "\n")]
    guard unsafe write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
      let code = errno
      unsafe unlink(path)
      throw ServiceFailure("the token file \(path) can't be written", code: code)
    }
    return token
  }
}
