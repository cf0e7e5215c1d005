internal import Glibc

/// Standard error, for people: a line a message.
enum StandardError {
  /// Writes `netwatch: ` and a message, made safe for a terminal, in one call.
  ///
  /// What cannot be written is lost: there is nowhere left to say so.
  static func write(_ message: String) {
    var line = TextBuffer()
    line.append("netwatch: ")
    line.append(terminalSafe(message))
    line.append("\n")
    unsafe line.bytes.withUnsafeBytes { bytes in
      _ = unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
