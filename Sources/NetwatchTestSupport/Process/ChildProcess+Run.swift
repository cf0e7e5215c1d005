import CLinux
import Glibc

extension ChildProcess {
  /// Runs a program to its end, and returns its status and output.
  ///
  /// The caller blocks; in an asynchronous test, wrap what takes long into `awaitThread`.
  ///
  /// - Parameters:
  ///   - arguments: The program, found along PATH, and its arguments.
  ///   - environment: All of its variables; `nil` for those of this process.
  ///   - input: What it reads; `nil` for nothing.
  ///   - limit: How long it may take; after that it is killed.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: ``TimeLimitExceeded``, or ``SystemCallFailure`` where it cannot be started. A status
  ///   other than zero is no error here.
  @discardableResult
  package static func run(
    _ arguments: [String],
    environment: [String: String]? = nil,
    input: String? = nil,
    limit: Duration = .seconds(60)
  ) throws -> ProcessOutput {
    let process = try SpawnedProcess.start(
      arguments,
      environment: environment,
      hasInput: input != nil
    )
    var pump = ProcessPump(process, input: Array((input ?? "").utf8))
    let deadline = Deadline(within: limit)
    var output = ProcessPump.Chunk()
    while output.status == nil {
      guard !deadline.hasPassed else {
        throw TimeLimitExceeded(operation: "`\(arguments.joined(separator: " "))`", limit: limit)
      }
      output.append(pump.turn(until: deadline))
    }
    return output.decoded
  }

  /// Runs a program to its end, and returns what it wrote to standard output.
  ///
  /// - Throws: ``CommandFailure`` with its standard error where its status is not zero.
  @discardableResult
  package static func check(_ arguments: [String], input: String? = nil) throws -> String {
    let output = try run(arguments, input: input)
    guard output.status == .success else {
      throw CommandFailure(
        arguments: arguments,
        status: output.status,
        stderr: output.stderr + output.stdout
      )
    }
    return output.stdout
  }
}

extension ProcessPump.Chunk {
  fileprivate mutating func append(_ other: Self) {
    stdout += other.stdout
    stderr += other.stderr
    status = other.status
  }

  fileprivate var decoded: ProcessOutput {
    ProcessOutput(
      status: status ?? .success,
      stdout: String(decoding: stdout, as: UTF8.self),
      stderr: String(decoding: stderr, as: UTF8.self)
    )
  }
}
