/// What is wrong with the arguments, as one sentence that says how to get help.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  /// What is wrong; it names the operand.
  package let message: String

  /// The command whose help helps, or `nil` for the general one.
  package var command: String?

  package init(_ message: String, command: String? = nil) {
    self.message = message
    self.command = command
  }

  package var description: String {
    let command = command.map { "\($0) " } ?? ""
    return "\(message); see 'netwatch \(command)--help'"
  }
}
