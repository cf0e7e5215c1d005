import CLinux
import Glibc
import NetwatchCore
import NetwatchTestSupport

/// A pipe that makes a thread which polls it come by.
final class WakePipe: Sendable {
  let reader: CInt
  private let writer: CInt

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw DeviceFailure(operation: "pipe", code: errno) }
    (reader, writer) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(reader)
    close(writer)
  }

  func putByte() {
    var byte: UInt8 = 0
    write(writer, &byte, 1)
  }

  /// Takes one byte, which has to be there or is waited for.
  func takeByte() {
    var byte: UInt8 = 0
    read(reader, &byte, 1)
  }
}

/// A failed call to the operating system.
struct DeviceFailure: Error, CustomStringConvertible {
  let operation: String
  let code: CInt

  var description: String { "\(operation): \(String(cString: strerror(code)))" }
}
