internal import NetwatchCommand

/// An option of the commands that ask the service.
struct ClientOption: ScannedOption {
  /// What an option sets.
  enum Kind: Equatable, Sendable {
    case socket, url, tokenFile, json, help, version
    case header, body, bodyFile, jsonFile, uniqueKey, idempotencyKey, priority, requirement
    case notBefore, deadline, timeout, retrySafety, wait
    case state, kind, destination, owner, limit, all, dead
    case since, until, html
  }

  let kind: Kind
  let name: StaticString
  let placeholder: String?

  /// The commands that know it.
  let commands: [ClientSubcommand]
  let meaning: String

  static var help: Kind { .help }

  init(
    _ kind: Kind,
    _ name: StaticString,
    takes placeholder: String? = nil,
    of commands: [ClientSubcommand] = ClientSubcommand.allCases,
    means meaning: String
  ) {
    self.kind = kind
    self.name = name
    self.placeholder = placeholder
    self.commands = commands
    self.meaning = meaning
  }

  /// The options of a command, in the order of the help.
  static func options(of command: ClientSubcommand) -> [ClientOption] {
    table.filter { $0.commands.contains(command) }
  }
}
