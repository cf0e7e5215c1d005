import CLinux
import Glibc

/// How a process ended.
package enum ProcessStatus: Hashable, Sendable {
  case exited(CInt)
  case signalled(CInt)

  package static let success = ProcessStatus.exited(0)

  /// Decodes what waitpid(2) reports of a process that has ended.
  init(waitStatus: CInt) {
    let signal = waitStatus & 0x7F
    self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
  }
}

/// What a process that has ended left.
package struct ProcessOutput: Sendable {
  package let status: ProcessStatus
  package let stdout: String
  package let stderr: String
}

/// Says that a command failed.
package struct CommandFailure: Error, CustomStringConvertible {
  package let arguments: [String]
  package let status: ProcessStatus
  package let stderr: String

  package var description: String {
    "`\(arguments.joined(separator: " "))` ended with \(status): \(stderr)"
  }
}

/// Says that a process or an answer did not come to its end in time.
package struct TimeLimitExceeded: Error, CustomStringConvertible {
  package let operation: String
  package let limit: Duration

  package var description: String { "\(operation) took longer than \(limit)." }
}
