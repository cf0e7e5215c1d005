internal import NetwatchCore
internal import NetwatchLinux

/// What `wait` waits for.
enum WaitGoal: Equatable, Sendable {
  /// A usable route.
  case route

  /// An answer to a probe.
  case probe

  /// A connection to this endpoint, which is then the only one that is probed.
  case endpoint(ProbeEndpoint)

  init(parsing text: String) throws(UsageError) {
    switch text {
    case "route": self = .route
    case "probe": self = .probe
    case _ where text.hasPrefix("tcp://"): self = .endpoint(try Options.endpoint(text, "--for"))
    default: throw UsageError("--for needs route, probe or tcp://HOST:PORT, not '\(text)'")
    }
  }

  /// Whether a state is what is waited for.
  func isMet(by state: ConnectivityState) -> Bool {
    switch self {
    case .route: state.snapshot.isReachable
    case .probe, .endpoint: state.level == .full
    }
  }

  /// What is missing, after a time of waiting, as one sentence.
  func complaint(about state: ConnectivityState, after time: Duration) -> String {
    let lack = state.isConnectionAssumedAvailable ? "unverified" : "unavailable"
    return "still \(lack) after \(DurationText.text(time)): \(state.explanation)"
  }
}
