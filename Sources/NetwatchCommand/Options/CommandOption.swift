/// One option of the command line, as the scanner and the help know it.
struct CommandOption: ScannedOption {
  /// What an option sets.
  enum Kind: Sendable {
    case json, probe, interval, probeTimeout, lossDelay, recoveryDelay
    case interface, family, target, namespace
    case count, forDuration, goal, timeout
    case maxAttempts, base, maxDelay, deadline, whenConnected, retryOn
    case tus, method, header
    case quiet, verbose, help, version
  }

  /// What it sets.
  let kind: Kind

  /// Its name, without the dashes.
  let name: StaticString

  /// What stands for its value in the help, or `nil` where it takes none.
  let placeholder: String?

  /// The commands that know it.
  let commands: [Subcommand]

  /// What it means, for the help.
  let meaning: String

  static var help: Kind { .help }

  /// The options of a command, in the order of the help.
  static func options(of command: Subcommand) -> [CommandOption] {
    table.filter { $0.commands.contains(command) }
  }

  init(
    _ kind: Kind,
    _ name: StaticString,
    takes placeholder: String? = nil,
    of commands: [Subcommand] = Subcommand.allCases,
    means meaning: String
  ) {
    self.kind = kind
    self.name = name
    self.placeholder = placeholder
    self.commands = commands
    self.meaning = meaning
  }
}
