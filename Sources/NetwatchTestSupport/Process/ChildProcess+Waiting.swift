import CLinux
import Glibc
import NetwatchCore

extension ChildProcess {
  /// Waits for the end of the process.
  ///
  /// - Throws: ``TimeLimitExceeded`` where it still runs at the limit.
  @discardableResult
  package func waitForExit(limit: Duration = .seconds(10)) async throws -> ProcessStatus {
    let status = try await firstValue(within: limit) { self.status }
    guard let status else { throw TimeLimitExceeded(operation: "Process \(pid)", limit: limit) }
    return status
  }

  /// The next line of standard output without its line feed, or `nil` once there is no more.
  ///
  /// - Throws: ``TimeLimitExceeded`` where no line came and the process still runs.
  package func nextLine(within limit: Duration = .seconds(10)) async throws -> String? {
    let line = try await firstValue(within: limit) { captured.state.withLock { $0.takeLine() } }
    guard let line else {
      throw TimeLimitExceeded(operation: "A line of process \(pid)", limit: limit)
    }
    return line
  }

  /// Writes to the standard input of a process that was started with ``Input/written``.
  ///
  /// It blocks while the process does not read and the pipe is full.
  package func write(_ text: String) throws {
    try stdin.withLock { stdin in
      guard let number = stdin.number else {
        throw SystemCallFailure(operation: "write to process \(pid)", code: EBADF)
      }
      try writeAll(number, Array(text.utf8))
    }
  }

  /// Ends the standard input of the process.
  package func closeInput() {
    stdin.withLock { $0 = nil }
  }
}
