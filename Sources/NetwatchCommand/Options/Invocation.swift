internal import NetwatchCore
internal import NetwatchLinux

/// What the command line asks for.
enum Invocation: Sendable {
  case help(Subcommand?)
  case version
  case command(Subcommand, Options)

  /// Reads a command line.
  ///
  /// - Parameter arguments: The arguments, without the program's name.
  /// - Returns: What they ask for.
  /// - Throws: ``UsageError`` for the first thing that is wrong.
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    guard let first = arguments.first, !first.hasPrefix("-") || first == "-" else {
      return try parse(.watch, isNamed: false, arguments)
    }
    guard let command = Subcommand(rawValue: first) else {
      throw UsageError("unknown command '\(first)'")
    }
    return try parse(command, isNamed: true, Array(arguments.dropFirst()))
  }

  private static func parse(
    _ command: Subcommand,
    isNamed: Bool,
    _ arguments: [String]
  ) throws(UsageError) -> Invocation {
    do {
      let items = try OptionScanner.scan(
        arguments,
        options: CommandOption.options(of: command),
        isForCommand: command == .run
      )
      return try interpret(items, command, isNamed: isNamed)
    } catch {
      throw UsageError(error.message, command: command.rawValue)
    }
  }

  private static func interpret(
    _ items: [ScannedItem<CommandOption.Kind>],
    _ command: Subcommand,
    isNamed: Bool
  ) throws(UsageError) -> Invocation {
    var options = Options()
    for item in items {
      switch item {
      case .option(.help, _): return .help(isNamed ? command : nil)
      case .option(.version, _): return .version
      case .option(let kind, let value): try options.apply(kind, value)
      case .trailing(let operand) where command == .run: options.commandLine.append(operand)
      case .operand(let operand), .trailing(let operand):
        try options.take(operand, of: command, isNamed: isNamed)
      }
    }
    return .command(command, try options.completed(for: command))
  }
}

extension Options {
  fileprivate mutating func take(
    _ operand: String,
    of command: Subcommand,
    isNamed: Bool
  ) throws(UsageError) {
    if command == .probe { return try addProbe(operand, "probe") }
    if command == .upload { return try upload.take(operand) }
    if command == .run {
      throw UsageError("the command to run, here '\(operand)', has to come behind '--'")
    }
    guard isNamed || !Self.isCommand(operand) else {
      throw UsageError("the command '\(operand)' has to come before its options")
    }
    throw UsageError("unexpected operand '\(operand)'")
  }

  private static func isCommand(_ word: String) -> Bool {
    Subcommand(rawValue: word) != nil || ServiceSubcommand(rawValue: word) != nil
  }

  fileprivate consuming func completed(for command: Subcommand) throws(UsageError) -> Options {
    if command == .probe, configuration.probes.isEmpty {
      throw UsageError("probe needs the URL of at least one endpoint")
    }
    if command == .run, commandLine.isEmpty {
      throw UsageError("run needs a command, given as '-- COMMAND [ARG …]'")
    }
    if command == .upload { try upload.check() }
    try checkTargets()
    switch statedGoal {
    case .probe where configuration.probes.isEmpty:
      throw UsageError("--for probe needs an endpoint, given with --probe URL")
    case .endpoint(let endpoint): configuration.probes = [endpoint]
    default: break
    }
    return self
  }

  /// Addresses of another family than the only one that counts would leave nothing to look up.
  private func checkTargets() throws(UsageError) {
    guard let target = configuration.lookupAddresses.first,
      !configuration.lookupAddresses.contains(where: { configuration.families.contains($0.family) })
    else { return }
    let families = configuration.families.map(\.rawValue).joined(separator: " or ")
    throw UsageError("--target '\(target)' is no address of the family \(families)")
  }
}
