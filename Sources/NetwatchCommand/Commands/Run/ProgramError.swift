internal import CLinux
internal import Glibc
internal import NetwatchSystem

/// Why a program was not started.
struct ProgramError: Error, Equatable, CustomStringConvertible {
  /// The name of the program.
  let name: String

  /// The error number of posix_spawn(3).
  let number: Int32

  /// What the caller is told, as a shell does; that there is no process or memory left is not the
  /// program's fault.
  var status: ExitStatus {
    switch number {
    case ENOENT: .notFound
    case EAGAIN, ENOMEM: .runFailure
    default: .cannotRun
    }
  }

  var description: String {
    "cannot run '\(name)': \(errorText(number).lowercased())"
  }
}
