internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

/// `netwatch status`: prints the state once.
struct StatusCommand: Sendable {
  let options: Options

  /// Prints the state, after the first result of the probes where there are any.
  func run(on loop: EventLoop) async throws -> ExitStatus {
    let manager = try LinuxConnectivityManager(
      configuration: options.oneTimeConfiguration,
      loop: loop
    )
    let isProbing = !options.configuration.probes.isEmpty
    let state = try await Observation(manager: manager).answer(
      when: { !isProbing || $0.isVerificationOver },
      within: options.patience
    ) { state, _ in
      try LineWriter.printOnce(StateReport(state, of: manager), isJSON: options.isJSON)
      return state
    }
    return ExitStatus(state.isConnectionAssumedAvailable)
  }
}
