internal import NetwatchCore
internal import NetwatchHTTP
internal import NetwatchJobs

// What an administrator looks for in the log first: whether there was a connection, and what was given up.

extension Service {
  /// Tells of a change of the connection, by states that can be shown.
  func note(_ state: ConnectivityState, after former: ConnectivityState?) {
    guard former?.level != state.level else { return }
    let isAvailable = state.isConnectionAssumedAvailable
    log(
      former?.isConnectionAssumedAvailable == isAvailable ? .info : .notice,
      isAvailable
        ? "the connection is assumed available" : "there is no connection",
      ["level": state.level.rawValue, "reason": state.explanation]
    )
  }

  /// A state that can be shown, in a line, as `systemctl status` shows it.
  static func status(_ state: ConnectivityState) -> String {
    let availability = state.isConnectionAssumedAvailable ? "available" : "unavailable"
    return "\(availability) (\(state.level.rawValue)): \(state.explanation)"
  }

  /// Tells of jobs that are given up, of which a thousand may be at a time.
  static func note(_ transitions: [JobTransition], _ pacer: LogPacer, _ log: LogSink) {
    for job in transitions where job.to == .dead {
      guard let unsaid = pacer.takeUnsaid() else { continue }
      var metadata = [
        "job": "\(job.id)", "kind": job.kind, "destination": job.destination, "reason": job.reason,
      ]
      if let owner = job.owner { metadata["owner"] = owner }
      if unsaid > 0 { metadata["more"] = String(unsaid) }
      log(.warning, "a job is dead", metadata)
    }
  }

  /// Where the service is reached, and where it keeps what it keeps.
  static func place(_ configuration: ServiceConfiguration, port: UInt16?) -> [String: String] {
    var place = [
      "socket": configuration.listen.socket, "stateDirectory": configuration.stateDirectory,
    ]
    if let port { place["tcpPort"] = String(port) }
    place["store"] =
      switch configuration.store {
      case .file(let path): path
      case .postgres(let url): url.withoutUserInformation.withoutQuery
      }
    return place
  }
}
