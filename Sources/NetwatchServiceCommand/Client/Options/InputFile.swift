internal import Glibc
internal import NetwatchSystem

/// A file that goes to the service, or what stands for it on the command line.
enum InputFile {
  /// More than the service takes by far, so that it is the service that says what is too much.
  private static let limit = 64 << 20

  /// The longest secret, in bytes.
  private static let secretLimit = 65_536

  /// The whole of a file, or of standard input for `-`.
  static func contents(_ path: String) throws(ClientFailure) -> [UInt8] {
    try read(path == "-" ? nil : path, limit)
  }

  /// A secret of a file, without the line break at its end.
  static func secret(_ path: String) throws(ClientFailure) -> String {
    var bytes = try read(path, secretLimit)
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard !bytes.isEmpty, let text = String(validating: bytes, as: UTF8.self),
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .usage("\(path) has to hold one line of text, which is not empty") }
    return text
  }

  /// The whole of a file, or of standard input where there is no path.
  private static func read(_ path: String?, _ limit: Int) throws(ClientFailure) -> [UInt8] {
    let name = path ?? "standard input"
    do throws(FileReadError) {
      guard let path else { return try FileContents.read(STDIN_FILENO, upTo: limit) }
      return try FileContents.read(path, upTo: limit)
    } catch {
      switch error {
      case .refused(let code): throw .usage("cannot read \(name): \(errorText(code))")
      case .tooLong: throw .usage("\(name) has more than \(limit) bytes")
      }
    }
  }
}
