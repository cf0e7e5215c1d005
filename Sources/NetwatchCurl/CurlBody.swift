/// What a request sends behind its header.
package enum CurlBody: Sendable {
  case none

  case bytes([UInt8])

  /// A part of a file, read as it is sent. The descriptor is borrowed until the transfer has ended;
  /// its position is neither used nor moved.
  case file(descriptor: CInt, offset: Int64, length: Int64)

  /// What a task writes meanwhile; sent in chunks where the length is nil. It can't be sent twice.
  case pipe(CurlBodyPipe, length: Int64?)

  /// The length, where it is known; nil too where there is no body.
  var length: Int64? {
    switch self {
    case .none: nil
    case .bytes(let bytes): Int64(bytes.count)
    case .file(_, _, let length): max(length, 0)
    case .pipe(_, let length): length.map { max($0, 0) }
    }
  }

  var pipe: CurlBodyPipe? {
    if case .pipe(let pipe, _) = self { pipe } else { nil }
  }
}
