internal import CLinux
internal import Glibc
package import NetwatchCore
internal import NetwatchText

/// Writes lines to a descriptor, each with one write(2) where it is not extraordinarily long.
///
/// The descriptor may be non-blocking, and its reader slow: where the kernel cannot take a line without
/// waiting, it is written only when poll(2) says that there is room, so that waiting for the reader ends
/// when it is time to stop.
package struct LineWriter {
  /// What a pipe takes without blocking as soon as it has room at all (pipe(7)).
  private static let pieceLimit = Int(PIPE_BUF)

  private var line = TextBuffer()
  private var polled: [pollfd]
  private let deadline: ContinuousClock.Instant?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - descriptor: Where lines go; standard output by default.
  ///   - stopDescriptor: A descriptor that becomes readable when it is time to stop; none by default.
  ///   - deadline: When to stop waiting for the reader in any case; never by default.
  package init(
    descriptor: Int32 = STDOUT_FILENO,
    stopDescriptor: Int32 = -1,
    deadline: ContinuousClock.Instant? = nil
  ) {
    polled = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0),
    ]
    self.deadline = deadline
  }

  /// Writes a line.
  ///
  /// - Parameter fill: Appends the text, without the line break at the end.
  /// - Throws: ``OutputError``, and then part of a long line may have been written.
  package mutating func write(_ fill: (inout TextBuffer) -> Void) throws(OutputError) {
    line.removeAll()
    fill(&line)
    line.append(byte: UInt8(ascii: "\n"))
    var offset = 0
    while offset < line.bytes.count {
      if let count = writeAtOnce(from: offset) {
        offset += count
      } else {
        try waitForRoom()
        offset += try writePiece(from: offset)
      }
    }
  }

  /// Writes a line, or drops it where the reader went away, which is the reader's right.
  package mutating func writeUnlessClosed(_ fill: (inout TextBuffer) -> Void) throws(OutputError) {
    do {
      try write(fill)
    } catch .closed {}
  }

  /// Writes what there is room for, without waiting; nothing where there is none, or where the kernel
  /// cannot promise not to wait, as on a terminal.
  private func writeAtOnce(from offset: Int) -> Int? {
    let count = unsafe line.bytes.withUnsafeBytes { bytes in
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
      return unsafe linux_write_at_once(polled[0].fd, rest.baseAddress, CUnsignedLong(rest.count))
    }
    return count > 0 ? count : nil
  }

  // A line that can be written is written, even when it is time to stop.
  private mutating func waitForRoom() throws(OutputError) {
    while true {
      let count = unsafe poll(&polled, nfds_t(polled.count), remainingMilliseconds)
      if count < 0, errno != EINTR { throw .failed(errno) }
      if count < 0 { continue }
      if polled[0].revents != 0 { return }
      throw .interrupted
    }
  }

  private mutating func writePiece(from offset: Int) throws(OutputError) -> Int {
    let size = min(line.bytes.count - offset, Self.pieceLimit)
    let descriptor = polled[0].fd
    let count = unsafe line.bytes.withUnsafeBytes { bytes in
      unsafe Glibc.write(descriptor, bytes.baseAddress?.advanced(by: offset), size)
    }
    if count >= 0 { return count }
    switch errno {
    case EINTR, EAGAIN: return 0
    case EPIPE: throw .closed
    default: throw .failed(errno)
    }
  }

  private var remainingMilliseconds: Int32 {
    guard let deadline else { return -1 }
    let remaining = (deadline - .now).clampedNanoseconds / 1_000_000
    // One more, because the division rounds down, and waking early would poll again and again.
    return Int32(clamping: max(remaining + 1, 0))
  }
}
