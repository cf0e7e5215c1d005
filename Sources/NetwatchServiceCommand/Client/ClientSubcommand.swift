internal import NetwatchCommand

/// A command that asks the service.
enum ClientSubcommand: String, CaseIterable, Sendable {
  case submit, jobs, report, page

  /// What it does, for the help.
  var summary: String { command.summary }

  /// How it is called, for the help.
  var synopsis: String { command.synopsis }

  /// The same as `netwatch` knows it.
  private var command: ServiceSubcommand {
    switch self {
    case .submit: .submit
    case .jobs: .jobs
    case .report: .report
    case .page: .page
    }
  }
}
