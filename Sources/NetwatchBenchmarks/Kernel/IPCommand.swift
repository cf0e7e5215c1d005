import CLinux
import Glibc

/// The ip(8) command, in the calling thread's network namespace.
enum IPCommand {
  /// Runs one command to its end.
  ///
  /// - Throws: ``BenchmarkError`` where it failed; what it said is on standard error.
  static func run(_ arguments: String...) throws(BenchmarkError) {
    var process = try ChildProcess.start(["ip"] + arguments)
    try finish(&process, what: arguments.joined(separator: " "))
  }

  /// Runs many commands in one process.
  static func batch(_ commands: some Sequence<String>) throws(BenchmarkError) {
    let pipe = try Pipe.open()
    var isOpen = true
    defer { if isOpen { close(pipe.writing) } }
    var process: ChildProcess
    do {
      defer { close(pipe.reading) }
      process = try ChildProcess.start(["ip", "-batch", "-"], input: pipe.reading)
    }
    try write(commands.joined(separator: "\n") + "\n", to: pipe.writing)
    close(pipe.writing)
    isOpen = false
    try finish(&process, what: "-batch")
  }

  private static func finish(
    _ process: inout ChildProcess,
    what: String
  ) throws(BenchmarkError) {
    let status = try process.readToEnd().status
    guard status == 0 else { throw BenchmarkError("ip \(what) ended with status \(status)") }
  }

  private static func write(_ text: String, to descriptor: CInt) throws(BenchmarkError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw .systemCall("writing to ip") }
      rest = rest.dropFirst(count)
    }
  }
}
