internal import NetwatchSystem

extension ProgramEnd {
  /// The end as a shell tells it.
  var status: ExitStatus {
    switch self {
    case .exited(let status): ExitStatus(rawValue: status)
    case .signalled(let signal): .ended(by: signal)
    }
  }
}
