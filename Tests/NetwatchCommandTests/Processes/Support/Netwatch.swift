import CLinux
import Glibc
import NetwatchTestSupport

/// The command under test, as a program.
enum Netwatch {
  /// The executable that was built along with the tests.
  static let path = BuiltProgram.path("netwatch")

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - sandbox: The namespace to run in; by default the test's own.
  ///   - wrapper: A program to start it with, and the arguments before it.
  ///   - limit: How long it may take.
  /// - Returns: Its status and its output.
  /// - Throws: What `ChildProcess.run` throws.
  static func run(
    _ arguments: [String],
    in sandbox: NetworkSandbox? = nil,
    through wrapper: [String] = [],
    limit: Duration = .seconds(20)
  ) throws -> ProcessOutput {
    try ChildProcess.run(command(arguments, in: sandbox, through: wrapper), limit: limit)
  }

  /// Starts it; its `pid` is the program's own where the wrapper becomes the program by exec(3).
  static func start(
    _ arguments: [String],
    in sandbox: NetworkSandbox? = nil,
    through wrapper: [String] = []
  ) throws -> ChildProcess {
    try .start(command(arguments, in: sandbox, through: wrapper))
  }

  /// Runs it through a shell, in whose script `"$@"` stands for it and its arguments.
  static func shell(
    _ script: String,
    _ arguments: [String],
    in sandbox: NetworkSandbox,
    limit: Duration = .seconds(20)
  ) throws -> ProcessOutput {
    try run(arguments, in: sandbox, through: ["bash", "-c", script, "bash"], limit: limit)
  }

  private static func command(
    _ arguments: [String],
    in sandbox: NetworkSandbox?,
    through wrapper: [String]
  ) -> [String] {
    (sandbox?.commandPrefix ?? []) + wrapper + [path] + arguments
  }
}

extension ProcessOutput {
  /// The lines of standard output.
  var lines: [String] { stdout.split(separator: "\n").map(String.init) }

  /// The lines of standard error.
  var complaints: [String] { stderr.split(separator: "\n").map(String.init) }
}
