internal import NetwatchCommand

/// What the command line of a command that asks the service asks for.
enum ClientInvocation {
  case help(ClientSubcommand)
  case version
  case command(ClientSubcommand, ClientOptions)

  /// Reads a command line.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - arguments: What stands behind it.
  /// - Throws: ``UsageError`` for the first thing that is wrong.
  init(_ command: ClientSubcommand, parsing arguments: [String]) throws(UsageError) {
    do {
      let items = try OptionScanner.scan(
        arguments,
        options: ClientOption.options(of: command)
      )
      self = try Self.interpret(items, command)
    } catch {
      throw UsageError(error.message, command: command.rawValue)
    }
  }

  private static func interpret(
    _ items: [ScannedItem<ClientOption.Kind>],
    _ command: ClientSubcommand
  ) throws(UsageError) -> ClientInvocation {
    var options = ClientOptions()
    for item in items {
      switch item {
      case .option(.help, _): return .help(command)
      case .option(.version, _): return .version
      case .option(let kind, let value): try options.apply(kind, value)
      case .operand(let operand), .trailing(let operand):
        try options.take(operand, of: command)
      }
    }
    try options.check(for: command)
    return .command(command, options)
  }
}

extension ClientInvocation {
  /// Reads what files have to be read, and tells what is left to do.
  ///
  /// - Throws: ``ClientFailure``, ``UsageError``.
  func prepared() throws -> @Sendable () async throws -> ExitStatus {
    switch self {
    case .help(let command): return ClientOutput.printing(ClientHelp.text(for: command))
    case .version: return ClientOutput.printing(Version.line)
    case .command(let command, let options): return try Self.action(command, options)
    }
  }

  private static func action(
    _ command: ClientSubcommand,
    _ options: ClientOptions
  ) throws -> @Sendable () async throws -> ExitStatus {
    let session = try ClientSession(options)
    switch command {
    case .submit: return try SubmitCommand(options.submit, session).run
    case .jobs: return JobsCommand(order: options.jobs, session: session).run
    case .report: return ReportCommand(order: options.report, session: session).run
    case .page: return PageCommand(session: session).run
    }
  }
}
