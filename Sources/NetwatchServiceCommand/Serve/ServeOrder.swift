internal import NetwatchCommand
internal import NetwatchService

/// What the command line of `netwatch serve` asks for.
struct ServeOrder {
  /// The file that was named; where none was, the standard one may be missing.
  var file: String?
  var isCheck = false
  var isHelp = false
  var isVersion = false
  var flags: [ConfigurationFlag] = []

  /// Reads a command line.
  ///
  /// - Parameter arguments: The arguments behind `serve`.
  /// - Throws: ``UsageError`` for the first thing that is wrong.
  init(parsing arguments: [String]) throws(UsageError) {
    do {
      for item in try OptionScanner.scan(arguments, options: ServeOption.table) {
        try take(item)
      }
    } catch {
      throw UsageError(error.message, command: "serve")
    }
  }

  private mutating func take(_ item: ScannedItem<ServeOption.Kind>) throws(UsageError) {
    switch item {
    case .option(.file, let value): file = value
    case .option(.check, _): isCheck = true
    case .option(.help, _): isHelp = true
    case .option(.version, _): isVersion = true
    case .option(.key(let flag), let value): flags.append(ConfigurationFlag(flag, value))
    case .operand(let operand), .trailing(let operand):
      throw UsageError("unexpected operand '\(operand)'")
    }
  }
}

extension ServeOrder {
  /// The file that is read.
  var path: String { file ?? ServiceConfiguration.standardFile }

  /// Reads the configuration as it is now.
  ///
  /// - Parameter mustBeThere: Whether there has to be a file: one that was named, or was there before.
  /// - Returns: The configuration, and whether there is a file.
  /// - Throws: ``ConfigurationError``, or ``ServiceFailure`` for what only other parts can check.
  func read(mustBeThere: Bool = false) throws -> (ServiceConfiguration, hasFile: Bool) {
    let text = try ConfigurationFile.read(path, isOptional: file == nil && !mustBeThere)
    let configuration = try ServiceConfiguration(text: text, file: path, flags: flags)
    _ = try configuration.monitor.monitorConfiguration(log: nil)
    return (configuration, text != nil)
  }
}
