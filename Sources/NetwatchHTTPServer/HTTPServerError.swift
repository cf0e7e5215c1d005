internal import Glibc
internal import NetwatchSystem

/// Why a server could not be set up, or an answer not be made.
package struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's error number; 0 where no system call failed.
  package let systemCode: CInt

  /// A sentence that names what it is about.
  package let description: String

  init(_ description: String, systemCode: CInt = 0) {
    self.systemCode = systemCode
    self.description = description
  }

  /// An error of a system call that has just failed.
  ///
  /// - Parameters:
  ///   - action: What could not be done, to go after "Cannot".
  ///   - code: The system's error number.
  /// - Returns: The error, with the system's reason in its sentence.
  static func system(_ action: String, _ code: CInt = errno) -> HTTPServerError {
    let reason = errorText(code)
    return HTTPServerError("Cannot \(action): \(reason).", systemCode: code)
  }
}
