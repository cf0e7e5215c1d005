internal import CLinux
internal import Glibc
internal import NetwatchService

/// The file that the configuration is read from.
enum ConfigurationFile {
  /// Far more than all keys together can take.
  private static let sizeLimit = 1 << 20

  /// Reads it whole.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isOptional: Whether it may be missing.
  /// - Returns: Its contents; `nil` where it is missing and may be.
  /// - Throws: ``ConfigurationError``.
  static func read(_ path: String, isOptional: Bool) throws(ConfigurationError) -> [UInt8]? {
    // A pipe without a writer would be waited for.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT, isOptional { return nil }
      throw failure(path)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw failure(path) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= sizeLimit else {
        throw ConfigurationError(file: path, "has more than \(sizeLimit) bytes")
      }
    }
  }

  private static func failure(_ path: String) -> ConfigurationError {
    ConfigurationError(file: path, unsafe String(cString: strerror(errno)))
  }
}
