internal import NetwatchCore
internal import NetwatchLinux
internal import NetwatchText

extension Invocation {
  /// Does what was asked for, on a loop.
  typealias Action = @Sendable (EventLoop) async throws -> ExitStatus

  /// Does what must be done before any thread is started.
  func prepared() throws -> Action {
    switch self {
    case .help(let command): { _ in try Self.show(HelpText.text(for: command)) }
    case .version: { _ in try Self.show(Version.line) }
    case .command(.watch, let options): try WatchCommand(options: options).run(on:)
    case .command(.status, let options): StatusCommand(options: options).run(on:)
    case .command(.wait, let options): WaitCommand(options: options).run(on:)
    case .command(.probe, let options): { _ in try await ProbeCommand(options: options).run() }
    case .command(.explain, let options): ExplainCommand(options: options).run(on:)
    case .command(.run, let options): try RunCommand(options: options).run(on:)
    case .command(.upload, let options): try UploadCommand(options: options).run(on:)
    }
  }

  private static func show(_ text: String) throws(OutputError) -> ExitStatus {
    var writer = LineWriter()
    try writer.writeUnlessClosed { $0.append(text) }
    return .yes
  }
}
