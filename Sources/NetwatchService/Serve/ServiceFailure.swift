internal import NetwatchSystem

/// Why the service can't begin, or can't go on: one line that names what is in its way.
package struct ServiceFailure: Error, Equatable, CustomStringConvertible {
  /// Whose fault it is.
  package enum Kind: Sendable {
    /// What the service was told is wrong.
    case configuration

    /// What the service was told is right, and something of the system is in the way.
    case system
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// A failure of a system call on something.
  init(_ description: String, code: CInt) {
    let reason = errorText(code)
    self.init(.system, "\(description): \(reason)")
  }
}
