internal import CLinux
internal import Glibc

/// A file that goes to the service, or what stands for it on the command line.
enum InputFile {
  /// More than the service takes by far, so that it is the service that says what is too much.
  private static let limit = 64 << 20

  /// The longest secret, in bytes.
  private static let secretLimit = 65_536

  /// The whole of a file, or of standard input for `-`.
  static func contents(_ path: String) throws(ClientFailure) -> [UInt8] {
    guard path != "-" else { return try read(STDIN_FILENO, "standard input", limit) }
    return try open(path, limit)
  }

  /// A secret of a file, without the line break at its end.
  static func secret(_ path: String) throws(ClientFailure) -> String {
    var bytes = try open(path, secretLimit)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self),
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .usage("\(path) has to hold one line of text, which is not empty") }
    return text
  }

  private static func open(_ path: String, _ limit: Int) throws(ClientFailure) -> [UInt8] {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try read(descriptor, path, limit)
  }

  private static func read(
    _ descriptor: Int32,
    _ name: String,
    _ limit: Int
  ) throws(ClientFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(name) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else { throw .usage("\(name) has more than \(limit) bytes") }
    }
  }

  private static func failure(_ name: String) -> ClientFailure {
    .usage("cannot read \(name): \(unsafe String(cString: strerror(errno)))")
  }
}
