/// What is wrong with the arguments, as one sentence that says how to get help.
struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong; it names the operand.
  let message: String

  /// The command whose help helps, or `nil` for the general one.
  var command: Subcommand?

  init(_ message: String, command: Subcommand? = nil) {
    self.message = message
    self.command = command
  }

  var description: String {
    let command = command.map { "\($0) " } ?? ""
    return "\(message); see 'netwatch \(command)--help'"
  }
}
