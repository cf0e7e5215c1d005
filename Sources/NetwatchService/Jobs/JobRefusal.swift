/// Why a job that a client submitted is not taken.
package struct JobRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a path into the job, such as `http.url`.
  package let field: String

  /// What was expected, in a sentence without the value, which may be a secret.
  package let message: String

  package init(_ field: String, _ message: String) {
    self.field = field
    self.message = message
  }

  package var description: String { "\(field): \(message)" }
}
