internal import Glibc
internal import NetwatchCommand
internal import NetwatchCore
internal import NetwatchSystem
internal import NetwatchText

/// Writes what is made of the service's answers.
enum OutputFile {
  /// Writes a file whole, or to standard output for `-`.
  ///
  /// The file appears all at once, in the place of one that was there; a device or a pipe is written to.
  static func write(_ bytes: [UInt8], to path: String) throws {
    // The writer ends every line itself.
    guard path != "-" else { return try ClientOutput.write { $0.append(withoutLastBreak: bytes) } }
    guard isSpecial(path) ? fill(path, bytes, O_WRONLY) : replace(path, bytes) else {
      throw ClientFailure(
        description: "cannot write \(path): \(errorText(errno))",
        status: .failure
      )
    }
  }

  /// Whether there is something that must not be replaced by a file.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func replace(_ path: String, _ bytes: [UInt8]) -> Bool {
    let other = "\(path).\(getpid()).new"
    guard fill(other, bytes, O_WRONLY | O_CREAT | O_EXCL), unsafe rename(other, path) == 0 else {
      let code = errno
      unsafe unlink(other)
      errno = code
      return false
    }
    return true
  }

  /// Whether a file was filled; errno tells why not.
  private static func fill(_ path: String, _ bytes: [UInt8], _ flags: Int32) -> Bool {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension TextBuffer {
  fileprivate mutating func append(withoutLastBreak bytes: [UInt8]) {
    let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    append(String(decoding: text, as: UTF8.self))
  }
}
