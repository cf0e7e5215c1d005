internal import NetwatchSystem

/// Why the service manager did not take or give something.
package struct SystemdError: Error, Hashable, Sendable {
  /// What was tried, as the beginning of a sentence.
  package let failure: String

  /// The error number, as in errno(3).
  package let code: CInt
}

extension SystemdError: CustomStringConvertible {
  /// What was tried, and the system's words for why it failed.
  package var description: String { "\(failure): \(errorText(code))" }
}

/// Turns the "negative error number" of libsystemd into an error.
@discardableResult
func check(
  _ result: CInt,
  _ failure: @autoclosure () -> String
) throws(SystemdError) -> CInt {
  guard result >= 0 else { throw SystemdError(failure: failure(), code: -result) }
  return result
}
