import CLinux
import Glibc

/// A running program whose output is read; it is ended with the value's lifetime.
struct ChildProcess: ~Copyable {
  /// Its process number.
  let identifier: pid_t

  /// The reading end of its standard output.
  private let output: CInt

  /// What was read of it and not handed out yet.
  private var unread: [UInt8] = []

  private init(identifier: pid_t, output: CInt) {
    self.identifier = identifier
    self.output = output
  }

  deinit {
    close(output)
    Leftovers.endProcess(identifier)
  }

  /// Starts a program in the calling thread's network namespace.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - input: The descriptor that becomes its standard input; nil for /dev/null.
  /// - Returns: The running program.
  /// - Throws: ``BenchmarkError`` where it could not be started.
  static func start(
    _ command: [String],
    input: CInt? = nil
  ) throws(BenchmarkError) -> ChildProcess {
    let pipe = try Pipe.open()
    defer { close(pipe.writing) }
    do {
      let identifier = try Leftovers.startProcess { () throws(BenchmarkError) in
        try Spawn.start(command, input: input, output: pipe.writing)
      }
      return ChildProcess(identifier: identifier, output: pipe.reading)
    } catch {
      close(pipe.reading)
      throw error
    }
  }

  /// Waits until there is output or it has ended; false where the time ran out before.
  func hasOutput(within seconds: Double) -> Bool {
    Readiness.isReadable(output, within: seconds)
  }

  /// The next line that holds a text.
  ///
  /// - Throws: ``BenchmarkError`` where it did not come in time or the program ended before.
  mutating func line(
    containing text: String,
    within seconds: Double
  ) throws(BenchmarkError) -> String {
    let deadline = Stopwatch.now + seconds
    while true {
      while let line = takeLine() {
        if line.contains(text) { return line }
      }
      let left = deadline - Stopwatch.now
      guard left > 0, hasOutput(within: left) else {
        throw BenchmarkError("no line with \(text) came within \(seconds) s")
      }
      guard try readMore() else {
        throw BenchmarkError("the program ended before a line with \(text) came")
      }
    }
  }

  /// Everything it writes until it ends, and its exit status.
  mutating func readToEnd() throws(BenchmarkError) -> (text: String, status: CInt) {
    while try readMore() {}
    return (String(decoding: unread, as: UTF8.self), Leftovers.waitForProcess(identifier))
  }

  private mutating func takeLine() -> String? {
    guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { unread.removeFirst(end + 1) }
    return String(decoding: unread[..<end], as: UTF8.self)
  }

  /// Reads once; false at the end.
  private mutating func readMore() throws(BenchmarkError) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    let count = read(output, &chunk, chunk.count)
    guard count >= 0 else { throw .systemCall("reading a program's output") }
    unread += chunk[..<count]
    return count > 0
  }
}
