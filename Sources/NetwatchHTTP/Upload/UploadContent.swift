import CLinux
import Glibc
import NetwatchCore

/// What is uploaded: something of a known length that can be read from any place.
struct UploadContent: Sendable {
  private enum Place: Sendable {
    /// An open file, which the owner of this keeps open.
    case file(descriptor: CInt)
    case memory([UInt8])
  }

  private let place: Place

  /// The path of the file; empty for what is in memory.
  let path: String

  /// The number of bytes.
  let length: Int64

  /// The content of an open regular file.
  init(descriptor: CInt, path: String) throws(NetworkError) {
    place = .file(descriptor: descriptor)
    self.path = path
    length = try Self.length(of: descriptor, path)
  }

  init(_ bytes: [UInt8]) {
    place = .memory(bytes)
    path = ""
    length = Int64(bytes.count)
  }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// So many bytes from an offset on, for the transport.
  func body(from offset: Int64, count: Int64) -> TransportBody {
    switch place {
    case .file(let descriptor): .file(descriptor: descriptor, offset: offset, length: count)
    case .memory(let bytes): .bytes(Array(bytes[Int(offset)..<Int(offset + count)]))
    }
  }

  /// What is wrong where the file has another size than at the beginning; nil where nothing is.
  func change(method: HTTPMethod, url: String) -> NetworkError? {
    guard case .file(let descriptor) = place else { return nil }
    do throws(NetworkError) {
      let now = try Self.length(of: descriptor, path)
      guard now != length else { return nil }
      return NetworkError(
        .invalidRequest,
        "\(path.debugDescription) changed from \(length) to \(now) bytes while it was sent",
        method: method,
        url: url,
        nothingReachedServer: false
      )
    } catch {
      return error
    }
  }

  private static func length(of descriptor: CInt, _ path: String) throws(NetworkError) -> Int64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw NetworkError(.invalidRequest, "\(path.debugDescription) is not a regular file")
    }
    return Int64(status.st_size)
  }
}

// MARK: - Reading

extension UploadContent {
  /// Small enough to be read at a time, and not to be felt in memory.
  private static let pieceLength = 65_536

  /// Hands out so many bytes from an offset on, in pieces; fewer where the file has become shorter.
  func read(from offset: Int64, count: Int64, _ take: ([UInt8]) -> Void) {
    switch place {
    case .memory(let bytes): take(Array(bytes[Int(offset)..<Int(offset + count)]))
    case .file(let descriptor):
      var (position, end) = (offset, offset + count)
      while position < end {
        let piece = Self.piece(descriptor, position, min(Int(end - position), Self.pieceLength))
        if piece.isEmpty { end = position }
        take(piece)
        position += Int64(piece.count)
      }
    }
  }

  private static func piece(_ descriptor: CInt, _ position: Int64, _ count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(unsafe pread(descriptor, buffer.baseAddress, count, off_t(position)), 0)
    }
  }
}
