internal import NetwatchSystem

/// Why a line was not written.
package enum OutputError: Error, Equatable, CustomStringConvertible {
  /// The reader went away.
  case closed

  /// It was time to stop before the reader took the line.
  case interrupted

  /// write(2) failed with this error number.
  case failed(Int32)

  package var description: String {
    switch self {
    case .closed: "standard output was closed"
    case .interrupted: "standard output did not take the last line in time"
    case .failed(let number): "standard output: \(errorText(number))"
    }
  }
}
