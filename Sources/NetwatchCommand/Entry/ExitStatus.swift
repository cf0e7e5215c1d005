/// What the command tells its caller at the end.
package struct ExitStatus: RawRepresentable, Equatable, Sendable {
  /// The number, from 0 to 255.
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// Available; waited successfully; every endpoint answered; the command that was run succeeded.
  package static let yes = Self(rawValue: 0)

  /// Unavailable; time ran out; an endpoint did not answer.
  package static let no = Self(rawValue: 1)

  /// The arguments are wrong.
  package static let usage = Self(rawValue: 2)

  /// The monitor could not work.
  package static let failure = Self(rawValue: 3)
}

extension ExitStatus {
  package init(_ isYes: Bool) {
    self = isYes ? .yes : .no
  }
}

// MARK: - Running commands

extension ExitStatus {
  /// The deadline passed, as for timeout(1).
  static let deadline = Self(rawValue: 124)

  /// `run` itself failed: the numbers below are the command's.
  static let runFailure = Self(rawValue: 125)

  /// The command is there and cannot be run, as for a shell.
  static let cannotRun = Self(rawValue: 126)

  /// There is no such command, as for a shell.
  static let notFound = Self(rawValue: 127)

  /// A signal ended it, as a shell says it.
  static func ended(by signal: Int32) -> Self { Self(rawValue: 128 + signal) }
}
