internal import Glibc

/// Reads files whole, where they are not longer than they may be.
package enum FileContents {
  /// Opens and reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - limit: How many bytes it may have.
  ///   - flags: More for open(2): with `O_NONBLOCK` a pipe without a writer is empty, instead of being
  ///     waited for.
  /// - Returns: Its contents.
  /// - Throws: ``FileReadError``.
  package static func read(
    _ path: String,
    upTo limit: Int,
    flags: CInt = 0
  ) throws(FileReadError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw .refused(errno) }
    defer { close(descriptor) }
    return try read(descriptor, upTo: limit)
  }

  /// Reads an open file from where it is to its end.
  ///
  /// - Parameters:
  ///   - descriptor: The file, which stays the caller's.
  ///   - limit: How many bytes there may be.
  /// - Returns: The bytes.
  /// - Throws: ``FileReadError``.
  package static func read(
    _ descriptor: CInt,
    upTo limit: Int
  ) throws(FileReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(max(limit, 0), 65_535) + 1)
    while bytes.count <= limit {
      let count = unsafe Glibc.read(descriptor, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .refused(errno) }
      guard count > 0 else { return bytes }
      bytes += piece[..<count]
    }
    throw .tooLong
  }
}

/// Why a file could not be read.
package enum FileReadError: Error, Hashable, Sendable {
  /// The system refused it; the error number is that of errno(3).
  case refused(CInt)

  /// It is longer than it may be.
  case tooLong
}
