internal import CSystemd
internal import Glibc
internal import NetwatchCore

/// Where diagnostics of the service go.
package enum LogOutput: Hashable, Sendable {
  /// To the journal, with their fields.
  case journal

  /// To standard error, as plain lines.
  case standardError

  /// The journal where the service manager connected standard error to it, else standard error.
  package static var system: LogOutput {
    JournalStream.isStandardError && canReachJournal ? .journal : .standardError
  }

  /// libsystemd drops entries without a word where a service with a root of its own lacks the socket;
  /// standard error reaches the journal there too.
  private static var canReachJournal: Bool {
    unsafe access("/run/systemd/journal/socket", W_OK) == 0
  }

  /// Writes an entry, and waits until it is taken.
  ///
  /// What the journal refuses goes to standard error.
  func write(_ entry: LogEntry) {
    let isTaken = self == .journal && Self.send(entry.fields) >= 0
    if !isTaken { Self.write(Array("\(entry.line)\n".utf8)) }
  }

  private static func send(_ fields: [JournalField]) -> CInt {
    let texts = fields.map(\.bytes)
    return unsafe Array(texts.joined()).withUnsafeBytes { bytes in
      var start = 0
      let vectors = unsafe texts.map { text in
        defer { start += text.count }
        let base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress?.advanced(by: start))
        return unsafe iovec(iov_base: base, iov_len: text.count)
      }
      return unsafe sd_journal_sendv(vectors, CInt(vectors.count))
    }
  }

  /// A line that can't be written is lost: there is nobody left to tell.
  private static func write(_ line: [UInt8]) {
    var rest = line[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        unsafe _ = poll(&entry, 1, -1)
      } else if errno != EINTR {
        return
      }
    }
  }
}
