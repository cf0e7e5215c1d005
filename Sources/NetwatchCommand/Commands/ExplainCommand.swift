internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

/// `netwatch explain`: says why the state is what it is.
struct ExplainCommand: Sendable {
  let options: Options

  /// Explains the state, after the first result of the probes where there are any.
  func run(on loop: EventLoop) async throws -> ExitStatus {
    let manager = try LinuxConnectivityManager(
      configuration: options.oneTimeConfiguration,
      loop: loop
    )
    let isProbing = !options.configuration.probes.isEmpty
    let diagnosis = try await Observation(manager: manager).answer(
      when: { !isProbing || $0.isVerificationOver },
      within: options.patience
    ) { _, _ in await manager.diagnose() }
    try print(diagnosis, manager)
    return ExitStatus(diagnosis.state.isConnectionAssumedAvailable)
  }

  private func print(
    _ diagnosis: Diagnosis,
    _ manager: LinuxConnectivityManager
  ) throws(OutputError) {
    var writer = LineWriter()
    if options.isJSON {
      let report = StateReport(diagnosis.state, of: manager)
      try writer.writeUnlessClosed { $0.append(json: report, diagnosis: diagnosis) }
    } else {
      for line in ExplainText(diagnosis).lines { try writer.writeUnlessClosed { $0.append(line) } }
    }
  }
}
