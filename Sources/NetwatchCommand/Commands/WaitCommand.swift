internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

/// `netwatch wait`: returns when what is waited for is there.
struct WaitCommand: Sendable {
  let options: Options

  /// Waits, at most for the time given.
  func run(on loop: EventLoop) async throws -> ExitStatus {
    let manager = try LinuxConnectivityManager(
      configuration: options.monitorConfiguration,
      loop: loop
    )
    let goal = options.goal
    return try await Observation(manager: manager).answer(
      when: { goal.isMet(by: $0) },
      within: options.timeout
    ) { state, isMet in
      isMet ? try succeed(state, manager) : fail(state)
    }
  }

  private func succeed(
    _ state: ConnectivityState,
    _ manager: LinuxConnectivityManager
  ) throws -> ExitStatus {
    guard options.isJSON || options.verbosity == .verbose else { return .yes }
    try LineWriter.printOnce(StateReport(state, of: manager), isJSON: options.isJSON)
    return .yes
  }

  private func fail(_ state: ConnectivityState) -> ExitStatus {
    if options.verbosity != .quiet, let timeout = options.timeout {
      StandardError.write(options.goal.complaint(about: state, after: timeout))
    }
    return .no
  }
}
