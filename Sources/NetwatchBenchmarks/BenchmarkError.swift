import CLinux
import Glibc
import NetwatchSystem

/// Why a measurement could not be made.
struct BenchmarkError: Error, CustomStringConvertible {
  /// One sentence.
  let description: String

  /// Creates an error from a sentence.
  init(_ description: String) {
    self.description = description
  }

  /// An error from a system call that just failed.
  ///
  /// - Parameter what: What it was to do, such as `opening FILE`.
  /// - Returns: The error, with the reason from errno.
  static func systemCall(_ what: String) -> Self {
    Self("\(what) failed: \(errorText(errno))")
  }
}
