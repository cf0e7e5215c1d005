extension Invocation {
  /// Does what was asked for.
  typealias Action = @Sendable () async throws -> ExitStatus

  /// Does what must be done before any thread is started.
  func prepared() throws -> Action {
    switch self {
    case .help(let command): { try Self.show(HelpText.text(for: command)) }
    case .version: { try Self.show("netwatch \(Version.current)") }
    case .command(.watch, let options): try WatchCommand(options: options).run
    case .command(.status, let options): StatusCommand(options: options).run
    case .command(.wait, let options): WaitCommand(options: options).run
    case .command(.probe, let options): ProbeCommand(options: options).run
    case .command(.explain, let options): ExplainCommand(options: options).run
    }
  }

  private static func show(_ text: String) throws(OutputError) -> ExitStatus {
    var writer = LineWriter()
    try writer.writeUnlessClosed { $0.append(text) }
    return .yes
  }
}
