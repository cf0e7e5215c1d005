internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

/// `netwatch probe`: runs the probes once.
struct ProbeCommand: Sendable {
  let options: Options

  /// Probes every endpoint over each family that counts, and prints a line an outcome.
  func run() async throws -> ExitStatus {
    let configuration = options.monitorConfiguration
    let reports = try await LinuxConnectivityManager.probe(configuration: configuration)
    try print(reports)
    return ExitStatus(Self.haveAllAnswered(configuration.probes, reports))
  }

  /// Whether every endpoint had a success over some family.
  static func haveAllAnswered(_ endpoints: [ProbeEndpoint], _ reports: [ProbeReport]) -> Bool {
    endpoints.allSatisfy { endpoint in
      reports.contains { $0.endpoint == endpoint.name && $0.outcome == .success }
    }
  }

  private func print(_ reports: [ProbeReport]) throws(OutputError) {
    var writer = LineWriter()
    if options.isJSON {
      for report in reports {
        try writer.writeUnlessClosed { $0.element(report, hasTimings: true) }
      }
    } else {
      for line in ProbeTable(reports).lines { try writer.writeUnlessClosed { $0.append(line) } }
    }
  }
}
