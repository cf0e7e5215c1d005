import CLinux
import Glibc
import NetwatchSystem

/// Reads the body of one request, as often as it is sent.
struct BodyReader {
  private let body: CurlBody
  let length: Int64?
  private var position: Int64 = 0

  init(_ body: CurlBody) {
    self.body = body
    length = body.length
  }

  /// Fills a buffer with what comes next; never more than the length that was announced.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyReading {
    let left = length.map { $0 - position } ?? .max
    guard left > 0 else { return .end }
    let count = Int(min(Int64(buffer.count), left))
    let reading = unsafe readOn(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    switch reading {
    case .bytes(let count): position += Int64(count)
    case .end where length != nil: return .failed(.endedEarly(after: position, of: left + position))
    default: break
    }
    return reading
  }

  /// Goes to a place in the body, and says whether that was possible.
  mutating func seek(to offset: Int64) -> Bool {
    switch body {
    case .none, .bytes, .file: position = min(max(offset, 0), length ?? 0)
    case .pipe(let pipe, _): return offset == 0 && pipe.isUntouched
    }
    return true
  }

  /// Reads on from the position, at most what is left.
  private func readOn(into buffer: UnsafeMutableRawBufferPointer) -> BodyReading {
    switch body {
    case .none: return .end
    case .bytes(let bytes):
      let start = Int(position)
      unsafe buffer.copyBytes(from: bytes[start..<(start + buffer.count)])
      return .bytes(buffer.count)
    case .file(let descriptor, let offset, _):
      return unsafe Self.read(descriptor, at: offset &+ position, into: buffer)
    case .pipe(let pipe, _): return unsafe pipe.read(into: buffer)
    }
  }

  private static func read(
    _ descriptor: CInt,
    at offset: Int64,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> BodyReading {
    while true {
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      guard errno == EINTR else { return .failed(.unreadable(errno)) }
    }
  }
}

extension CurlError {
  /// A body that had fewer bytes than were announced.
  fileprivate static func endedEarly(after position: Int64, of length: Int64) -> CurlError {
    CurlError(
      .bodyEndedEarly,
      "The body ended after \(position) of the \(length) bytes that were announced."
    )
  }

  /// A file that cannot be read.
  fileprivate static func unreadable(_ code: Int32) -> CurlError {
    CurlError(
      .bodyFailed,
      osError: code,
      "The body's file cannot be read: \(errorText(code))."
    )
  }
}
