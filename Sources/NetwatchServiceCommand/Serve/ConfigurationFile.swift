internal import Glibc
internal import NetwatchService
internal import NetwatchSystem

/// The file that the configuration is read from.
enum ConfigurationFile {
  /// Reads it whole.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isOptional: Whether it may be missing.
  /// - Returns: Its contents; `nil` where it is missing and may be.
  /// - Throws: ``ConfigurationError``.
  static func read(_ path: String, isOptional: Bool) throws(ConfigurationError) -> [UInt8]? {
    let limit = JSON5Reader.maximumLength
    do throws(FileReadError) {
      // A pipe without a writer would be waited for.
      return try FileContents.read(path, upTo: limit, flags: O_NONBLOCK)
    } catch {
      switch error {
      case .refused(ENOENT) where isOptional: return nil
      case .refused(let code): throw ConfigurationError(file: path, errorText(code))
      case .tooLong: throw ConfigurationError(file: path, "has more than \(limit) bytes")
      }
    }
  }
}
