internal import NetwatchCore
internal import NetwatchHTTPServer
internal import NetwatchSystem

/// Warns of requests that were not let in: a token that is guessed, a page that tries what it may not.
///
/// Whoever sends them cannot fill the log: one in a minute is told of, with how many more there were.
final class RefusalLog: Sendable {
  private static let statuses: Set<Int> = [401, 403, 421]

  private let pacer: LogPacer
  private let log: LogSink?

  init(clocks: SystemClocks, log: LogSink?) {
    pacer = LogPacer(every: .seconds(60), clocks: clocks)
    self.log = log
  }

  /// A request is refused; most refusals are nobody's business.
  func note(_ problem: Problem, _ request: ServerRequest) {
    guard let log, Self.statuses.contains(problem.status), let unsaid = pacer.takeUnsaid() else {
      return
    }
    var metadata = [
      "status": String(problem.status), "reason": problem.detail, "method": request.method,
      "over": request.isTCP ? "tcp" : "unix",
    ]
    if let peer = request.peer { metadata["uid"] = String(peer.user) }
    if unsaid > 0 { metadata["more"] = String(unsaid) }
    log(.warning, "a request was not let in", metadata)
  }
}
