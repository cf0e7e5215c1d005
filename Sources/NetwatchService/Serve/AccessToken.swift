internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// What clients of the TCP port show, kept in a file that only its owner can read.
enum AccessToken {
  private static let lengths = 16...256

  /// Reads the token, and makes it and its file where that is not there.
  ///
  /// - Parameter path: The file.
  /// - Returns: The token, without the line break that may stand behind it.
  /// - Throws: ``ServiceFailure``, which never tells of the token, where others could read or replace
  ///   the file, or where it holds no token: 16 to 256 visible ASCII characters.
  static func obtain(_ path: String) throws(ServiceFailure) -> Secret {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else {
        throw ServiceFailure("the token file \(path) can't be opened", code: errno)
      }
      return try make(path)
    }
    defer { close(descriptor) }
    try check(descriptor, path)
    guard var token = try read(descriptor, path) else { throw noToken(path) }
    if token.last == UInt8(ascii: "\n") { token.removeLast() }
    guard lengths.contains(token.count), token.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw noToken(path)
    }
    return Secret(token)
  }

  /// What the file holds; nil where that is too long for a token and a line break.
  private static func read(_ descriptor: CInt, _ path: String) throws(ServiceFailure) -> [UInt8]? {
    do throws(FileReadError) {
      return try FileContents.read(descriptor, upTo: lengths.upperBound + 1)
    } catch {
      guard case .refused(let code) = error else { return nil }
      throw ServiceFailure("the token file \(path) can't be read", code: code)
    }
  }

  private static func noToken(_ path: String) -> ServiceFailure {
    ServiceFailure(
      .configuration,
      "the token file \(path) holds no token; expected 16 to 256 visible ASCII characters"
    )
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

  /// The file is there with the whole of the token or not at all, whenever the machine stops: an empty
  /// one would keep the service from ever starting again.
  private static func make(_ path: String) throws(ServiceFailure) -> Secret {
    let draft = path + ".new"
    defer { unsafe _ = unlink(draft) }
    guard let token = Secret.random() else {
      throw ServiceFailure("the token file \(path) can't be made", code: errno)
    }
    // Of an earlier start that was broken off.
    unsafe unlink(draft)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(draft, flags, 0o600)
    guard descriptor >= 0 else {
      throw ServiceFailure("the token file \(path) can't be made", code: errno)
    }
    defer { close(descriptor) }
    let line = Array((token.text + "\n").utf8)
    guard unsafe write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0,
      unsafe link(draft, path) == 0
    else { throw ServiceFailure("the token file \(path) can't be written", code: errno) }
    return token
  }
}
