/// What is wrong with a JSON5 text, and where.
package struct JSON5Error: Error, Equatable, Sendable {
  /// The line, counted from 1, or `nil` where the whole text is meant.
  package let line: Int?

  /// What is wrong, without a full stop.
  package let message: String

  package init(line: Int?, _ message: String) {
    self.line = line
    self.message = message
  }
}
