import CLinux
import Glibc

/// A pipe whose reading end a loop watches.
final class WatchedPipe: Sendable {
  let reader: CInt
  private let writer: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PipeRefused(code: errno) }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Makes the reading end readable.
  func write() {
    _ = Glibc.write(writer, "x", 1)
  }

  /// Takes one byte, and returns how many there were.
  func read() -> Int {
    var byte: UInt8 = 0
    return Glibc.read(reader, &byte, 1)
  }

  /// The process has no descriptors left.
  struct PipeRefused: Error {
    let code: CInt
  }
}
