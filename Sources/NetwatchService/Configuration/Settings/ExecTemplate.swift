internal import NetwatchCore

/// A program that jobs of the kind `exec` can run.
package struct ExecTemplate: Hashable, Sendable {
  /// The program's path, from the root.
  package var program: String

  /// Its arguments, the program's own name aside.
  package var arguments: [ExecArgument] = []

  /// The folder that it is run in.
  package var workingDirectory = "/"

  /// Its environment, besides NETWATCH_JOB, NETWATCH_ATTEMPT and NETWATCH_IDEMPOTENCY_KEY.
  package var environment: [String: String] = [:]

  /// The limit of one run.
  package var timeout = Duration.seconds(3600)

  /// The destination that its jobs are paced by.
  package var destination: String

  /// Whether its jobs wait for connectivity.
  package var needsInternet = true
}

/// An argument of a template.
package enum ExecArgument: Hashable, Sendable {
  /// This text.
  case text(String)

  /// What the job gives.
  case parameter(ExecParameter)
}

/// A value that a job gives to a template.
///
/// None can begin with a `-`, so that none becomes an option.
package struct ExecParameter: Hashable, Sendable {
  /// What can be given.
  package enum Kind: Hashable, Sendable {
    /// A whole number from 0 on, in plain digits.
    case integer(ClosedRange<Int>)

    /// Letters and digits, and behind the first one `.`, `_` and `-` too; a pattern, where there is
    /// one, is matched as by fnmatch(3).
    case word(pattern: String?)

    /// A path from the root, without `.` and `..`; a pattern, where there is one, is matched as by
    /// fnmatch(3) with FNM_PATHNAME.
    case path(pattern: String?)

    /// One of these words.
    case choice([String])
  }

  package var name: String
  package var kind: Kind
}
