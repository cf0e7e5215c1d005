/// What `netwatch` leaves to `netwatch-service`, which is another program so that this one stays small.
package enum ServiceSubcommand: String, CaseIterable, Sendable {
  case serve, submit, jobs, report, page

  /// What it does, for the help.
  package var summary: String {
    switch self {
    case .serve: "run the service: watch the network, keep an outbox, show both"
    case .submit: "hand a request or a program to the service, to be done when it can be"
    case .jobs: "list the service's jobs, show one, cancel or retry some"
    case .report: "availability, outages and the latency of probes over a time"
    case .page: "print a link that opens the service's page in a browser"
    }
  }

  /// How it is called, for the help.
  package var synopsis: String {
    switch self {
    case .serve: "netwatch serve [OPTIONS]"
    case .submit: "netwatch submit http|exec METHOD|TEMPLATE URL|NAME=VALUE… [OPTIONS]"
    case .jobs: "netwatch jobs [list|show|why|cancel|retry] [ID…] [OPTIONS]"
    case .report: "netwatch report [OPTIONS]"
    case .page: "netwatch page [OPTIONS]"
    }
  }
}
