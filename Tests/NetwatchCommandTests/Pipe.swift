import CLinux
import Glibc

@testable import NetwatchCommand

/// A pipe of the kernel's; its descriptors are closed with it.
final class Pipe: Sendable {
  let output: Int32
  let input: Int32

  /// Creates a pipe, whose writing end alone is non-blocking if so.
  init(isNonBlocking: Bool = false) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw OutputError.failed(errno) }
    (output, input) = (ends[0], ends[1])
    if isNonBlocking { _ = fcntl(input, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(output)
    close(input)
  }

  /// Writes until there is no room.
  func fill() throws {
    let flags = fcntl(input, F_GETFL)
    _ = fcntl(input, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(input, F_SETFL, flags) }
    while Glibc.write(input, [UInt8](repeating: 0x78, count: 4096), 4096) > 0 {}
    guard errno == EAGAIN else { throw OutputError.failed(errno) }
  }

  func write(_ text: String) {
    _ = Glibc.write(input, Array(text.utf8), text.utf8.count)
  }

  /// What is in the pipe now, up to 4,096 bytes.
  func read() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(output, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Reads to the end of a line; returns the number of bytes.
  func readLine() -> Int {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var total = 0
    while true {
      let count = Glibc.read(output, &bytes, bytes.count)
      guard count > 0 else { return total }
      total += count
      if bytes[count - 1] == 0x0A { return total }
    }
  }

  /// Makes the reader leave: /dev/null takes the place of the reading end.
  func closeOutput() {
    let null = open("/dev/null", O_RDONLY)
    dup2(null, output)
    close(null)
  }
}
