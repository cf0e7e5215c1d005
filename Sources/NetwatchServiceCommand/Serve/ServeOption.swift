internal import NetwatchCommand
internal import NetwatchService

/// An option of `netwatch serve`: every key of the configuration is one, and a few others.
struct ServeOption: ScannedOption {
  /// What an option sets.
  enum Kind: Equatable, Sendable {
    case file, check, help, version
    /// The key of the configuration with this flag.
    case key(String)
  }

  let kind: Kind
  let name: StaticString
  let placeholder: String?
  let meaning: String

  static var help: Kind { .help }

  /// Those that are no keys.
  static let own = [
    ServeOption(
      kind: .file,
      name: "config",
      placeholder: "FILE",
      meaning: "the configuration (\(ServiceConfiguration.standardFile), where it is there)"
    ),
    ServeOption(
      kind: .check,
      name: "check-config",
      placeholder: nil,
      meaning: "say whether the configuration is valid, and start nothing"
    ),
    ServeOption(kind: .help, name: "help", placeholder: nil, meaning: "print this help"),
    ServeOption(kind: .version, name: "version", placeholder: nil, meaning: "print the version"),
  ]

  /// All of them, in the order of the help.
  static let table =
    own
    + ConfigurationKey.table.map { key in
      ServeOption(
        kind: .key("\(key.flag)"),
        name: key.flag,
        placeholder: key.placeholder,
        meaning: key.meaning
      )
    }
}
