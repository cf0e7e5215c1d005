internal import CLinux
internal import Glibc

/// The pipe that a program writes to.
struct OutputPipe: ~Copyable {
  /// This side's end, which does not block.
  let reader: CInt

  /// The program's end.
  private(set) var writer: CInt

  private init(reader: CInt, writer: CInt) {
    self.reader = reader
    self.writer = writer
  }

  deinit {
    close(reader)
    if writer >= 0 { close(writer) }
  }

  static func open() throws(ProgramCallError) -> OutputPipe {
    var ends: (CInt, CInt) = (-1, -1)
    let code = unsafe withUnsafeMutablePointer(to: &ends) { ends in
      unsafe ends.withMemoryRebound(to: CInt.self, capacity: 2) { ends in
        unsafe linux_pipe2(ends, O_CLOEXEC)
      }
    }
    guard code == 0 else { throw ProgramCallError("make a pipe", errno) }
    let pipe = OutputPipe(reader: ends.0, writer: ends.1)
    // Only this end: a program does not expect its output to refuse bytes.
    guard fcntl(ends.0, F_SETFL, O_NONBLOCK) == 0 else {
      throw ProgramCallError("make a pipe", errno)
    }
    return pipe
  }

  /// Closes the end that the program has by now, so that the end of its output is seen.
  mutating func closeWriter() {
    close(writer)
    writer = -1
  }

  /// Reads what there is, up to so many bytes; nil once nobody can write any more.
  func read(upTo limit: Int) -> [UInt8]? {
    var isOver = false
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let result = unsafe Glibc.read(reader, buffer.baseAddress, buffer.count)
      count = max(result, 0)
      isOver = result == 0 || result < 0 && errno != EAGAIN && errno != EINTR
    }
    return isOver ? nil : bytes
  }
}
