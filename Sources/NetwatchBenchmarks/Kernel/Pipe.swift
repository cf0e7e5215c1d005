import CLinux
import Glibc

/// The two ends of a pipe, closed at exec.
struct Pipe {
  /// The end to read from.
  let reading: CInt

  /// The end to write to.
  let writing: CInt

  /// Opens a pipe; whoever asks for it closes both ends.
  static func open() throws(BenchmarkError) -> Pipe {
    var ends: [CInt] = [-1, -1]
    guard linux_pipe2(&ends, O_CLOEXEC) == 0 else { throw .systemCall("opening a pipe") }
    return Pipe(reading: ends[0], writing: ends[1])
  }
}
