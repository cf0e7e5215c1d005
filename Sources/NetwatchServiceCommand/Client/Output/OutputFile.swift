internal import Glibc
internal import NetwatchCommand
internal import NetwatchCore
internal import NetwatchText

/// Writes what is made of the service's answers.
enum OutputFile {
  /// Writes a file whole, or to standard output for `-`.
  ///
  /// The file appears all at once, in the place of one that was there.
  static func write(_ bytes: [UInt8], to path: String) throws {
    // The writer ends every line itself.
    guard path != "-" else { return try ClientOutput.write { $0.append(withoutLastBreak: bytes) } }
    let other = "\(path).\(getpid()).new"
    do {
      try fill(other, bytes)
      guard unsafe rename(other, path) == 0 else { throw failure(path) }
    } catch {
      unsafe unlink(other)
      throw error
    }
  }

  private static func fill(_ path: String, _ bytes: [UInt8]) throws(ClientFailure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ path: String) -> ClientFailure {
    ClientFailure(
      description: "cannot write \(path): \(unsafe String(cString: strerror(errno)))",
      status: .failure
    )
  }
}

extension TextBuffer {
  fileprivate mutating func append(withoutLastBreak bytes: [UInt8]) {
    let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    append(String(decoding: text, as: UTF8.self))
  }
}
