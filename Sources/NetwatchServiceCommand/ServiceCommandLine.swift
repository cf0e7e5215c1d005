internal import Glibc
internal import NetwatchCommand
internal import NetwatchCore
internal import NetwatchService
internal import NetwatchSystemd

/// The part of the `netwatch` command that is the service and its clients.
public enum ServiceCommandLine {
  /// Does what the arguments say, and ends the process with the exit status: 0 yes, 1 no, 2 the
  /// arguments or the configuration are wrong, 3 the service can't work or can't be reached.
  ///
  /// Call it once, from the main thread and before any other thread is started.
  ///
  /// - Parameter arguments: The arguments, the program's name first and the command behind it.
  public static func run(_ arguments: [String]) -> Never {
    StandardStreams.prepare()
    do {
      let action = try action(arguments.dropFirst().first, Array(arguments.dropFirst(2)))
      try TaskPool.install()
      // Not loose: its end is the end of the process, for which this thread waits.
      Task { exit(await status(of: action).rawValue) }
    } catch {
      exit(complain(about: error).rawValue)
    }
    while true { pause() }
  }

  private typealias Action = @Sendable () async throws -> ExitStatus

  /// Does what must be done before any thread is started.
  private static func action(_ command: String?, _ arguments: [String]) throws -> Action {
    switch command {
    case "serve":
      let order = try ServeOrder(parsing: arguments)
      if order.isHelp { return ClientOutput.printing(ServeHelp.text) }
      if order.isVersion { return ClientOutput.printing(Version.line) }
      if order.isCheck { return try check(order) }
      return try ServeCommand(order).run
    case let name?:
      guard let client = ClientSubcommand(rawValue: name) else {
        throw UsageError("unknown command '\(name)'")
      }
      return try ClientInvocation(client, parsing: arguments).prepared()
    case nil: throw UsageError("a command is missing")
    }
  }

  private static func check(_ order: ServeOrder) throws -> Action {
    let (configuration, hasFile) = try order.read()
    try configuration.listen.checkGroup()
    return ClientOutput.printing(
      hasFile
        ? "\(order.path) is valid" : "there is no \(order.path); the defaults are valid"
    )
  }

  private static func status(of action: Action) async -> ExitStatus {
    do {
      return try await action()
    } catch {
      return complain(about: error)
    }
  }

  /// Says what went wrong, and what that means for the exit status.
  private static func complain(about error: any Error) -> ExitStatus {
    StandardError.write("\(error)")
    return switch error {
    case is UsageError, is ConfigurationError: .usage
    case let failure as ClientFailure: failure.status
    case let failure as ServiceFailure where failure.kind == .configuration: .usage
    default: .failure
    }
  }
}
