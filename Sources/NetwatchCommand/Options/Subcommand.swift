/// What `netwatch` can be told to do.
enum Subcommand: String, CaseIterable, Sendable {
  case watch, status, wait, probe, explain, run, upload

  /// What it does, for the help.
  var summary: String {
    switch self {
    case .watch: "print the state, then a line for every change, until interrupted"
    case .status: "print the state once"
    case .wait: "return when the connection is assumed available"
    case .probe: "run the probes once, a line each with timings"
    case .explain: "why the state is what it is, step by step"
    case .run: "run a command, retry it, wait while there is no connection"
    case .upload: "send a file, with progress, retry and (tus) resumption"
    }
  }

  /// How it is called, for the help.
  var synopsis: String {
    switch self {
    case .watch: "netwatch [watch] [OPTIONS]"
    case .status: "netwatch status [OPTIONS]"
    case .wait: "netwatch wait [--for WHAT] [--timeout DURATION] [OPTIONS]"
    case .probe: "netwatch probe URL… [OPTIONS]"
    case .explain: "netwatch explain [OPTIONS]"
    case .run: "netwatch run [OPTIONS] -- COMMAND [ARG …]"
    case .upload: "netwatch upload FILE URL [OPTIONS]"
    }
  }
}
