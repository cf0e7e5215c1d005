/// Why a text is not taken as JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, in a sentence that has nothing of the text in it, which may be a secret.
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// - Parameters:
  ///   - description: What is wrong.
  ///   - line: Where, counted from 1.
  ///   - column: How many characters of the line were read.
  init(_ description: String, line: Int, column: Int) {
    self.description = "\(description) (line \(line), column \(column))"
  }
}
