import NetwatchCore

/// The `netwatch` command, apart from its `main`.
public enum CommandLineTool {
  /// Does what the arguments say.
  ///
  /// Call it once, at the start of the program and before any thread is started: `watch` blocks
  /// signals, and threads inherit what is blocked.
  ///
  /// - Parameter arguments: The arguments, the program's name first.
  /// - Returns: The exit status: 0 yes, 1 no, 2 the arguments are wrong, 3 the monitor could not work.
  public static func run(_ arguments: [String]) async -> Int32 {
    StandardStreams.prepare()
    return await status(of: Array(arguments.dropFirst())).rawValue
  }

  private static func status(of arguments: [String]) async -> ExitStatus {
    do {
      return try await perform(Invocation.parse(arguments))
    } catch let error as UsageError {
      return complain(error.description, .usage)
    } catch let error as ConnectivityError {
      return complain(error.description, error.code == .configuration ? .usage : .failure)
    } catch let error as OutputError {
      return complain(error.description, .failure)
    } catch {
      return complain("\(error)", .failure)
    }
  }

  private static func perform(_ invocation: Invocation) async throws -> ExitStatus {
    switch invocation {
    case .help(let command): try show(HelpText.text(for: command))
    case .version: try show("netwatch \(version)")
    case .command(let command, let options): try await perform(command, options)
    }
  }

  private static func perform(
    _ command: Subcommand,
    _ options: Options
  ) async throws -> ExitStatus {
    switch command {
    case .watch: try await WatchCommand(options: options).run()
    case .status: try await StatusCommand(options: options).run()
    case .wait: try await WaitCommand(options: options).run()
    case .probe: try await ProbeCommand(options: options).run()
    case .explain: try await ExplainCommand(options: options).run()
    }
  }

  private static func show(_ text: String) throws(OutputError) -> ExitStatus {
    var writer = LineWriter()
    try writer.writeUnlessClosed { $0.append(text) }
    return .yes
  }

  private static func complain(_ message: String, _ status: ExitStatus) -> ExitStatus {
    StandardError.write(message)
    return status
  }
}
