internal import NetwatchCommand
internal import NetwatchCore

/// What the options of a command that asks the service say.
struct ClientOptions: Sendable {
  var address = ServiceAddress()
  var isJSON = false
  var submit = SubmitOrder()
  var jobs = JobsOrder()
  var report = ReportOrder()

  /// Takes one option into account; of options that stand twice, the last counts.
  mutating func apply(_ kind: ClientOption.Kind, _ value: String) throws(UsageError) {
    switch kind {
    case .socket: address.socket = value
    case .url: address.url = value
    case .tokenFile: address.tokenFile = value
    case .json: isJSON = true
    case .state, .kind, .destination, .owner, .limit, .all, .dead: try jobs.apply(kind, value)
    case .since, .until, .html: try report.apply(kind, value)
    case .help, .version: break
    default: try submit.apply(kind, value)
    }
  }

  /// Takes an operand of a command.
  mutating func take(_ operand: String, of command: ClientSubcommand) throws(UsageError) {
    switch command {
    case .submit: submit.operands.append(operand)
    case .jobs: try jobs.take(operand)
    case .report, .page: throw UsageError("unexpected operand '\(operand)'")
    }
  }

  /// Checks what can be checked without asking anybody.
  func check(for command: ClientSubcommand) throws(UsageError) {
    try address.check()
    switch command {
    case .submit: try submit.check()
    case .jobs: try jobs.check()
    case .report: try report.check(isJSON: isJSON)
    case .page: break
    }
  }
}
