import Foundation
import FoundationNetworking
import Glibc
import NetwatchCore
import NetwatchHTTP

/// A body as URLSession takes it.
struct UploadBody: Sendable {
  /// What there is to send.
  enum Content: Sendable {
    case none
    case data(Data)
    case file(URL)
  }

  /// The most that is collected of a body that is written while it is sent.
  static let limit = 16 << 20

  let content: Content

  /// How many bytes were taken from a source that cannot write them again.
  private(set) var consumed: Int64 = 0

  init(_ request: TransportRequest) async throws(TransportFailure) {
    switch request.body {
    case .none: content = .none
    case .bytes(let bytes): content = .data(Data(bytes))
    case .file(let descriptor, let offset, let length):
      content = .file(try Self.file(descriptor, offset, length))
    case .source(let source):
      let bytes = try await Self.collect(source)
      content = .data(Data(bytes))
      if !source.isReplayable { consumed = Int64(bytes.count) }
    }
    if case .none = content { return }
    // It would fail with a line on standard error.
    guard request.method != .get else {
      throw .invalidRequest("URLSession sends no body with GET")
    }
  }
}

extension UploadBody {
  /// The name of an open file: URLSession reads files by name.
  private static func file(
    _ descriptor: CInt,
    _ offset: Int64,
    _ length: Int64
  ) throws(TransportFailure) -> URL {
    let files = FileManager.default
    var open = stat()
    guard fstat(descriptor, &open) == 0, offset == 0,
      let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)"),
      let named = try? files.attributesOfItem(atPath: path),
      (named[.systemFileNumber] as? NSNumber)?.uint64Value == UInt64(open.st_ino),
      (named[.size] as? NSNumber)?.int64Value == length
    else {
      throw .invalidRequest("the body's file was changed, moved or removed since it was opened")
    }
    return URL(fileURLWithPath: path)
  }

  private static func collect(_ source: BodySource) async throws(TransportFailure) -> [UInt8] {
    let collected = CollectedBody(limit: limit)
    do {
      try await source.write(BodyWriter { try collected.append($0) })
    } catch {
      throw NetworkErrorType(of: error) == .cancelled
        ? .cancelled(sent: .nothing) : .invalidRequest("the body can't be collected: \(error)")
    }
    return collected.bytes
  }
}

/// What a source has written so far.
private final class CollectedBody: Sendable {
  private struct TooLong: Error, CustomStringConvertible {
    let limit: Int
    var description: String { "it is longer than \(limit) bytes" }
  }

  private let limit: Int
  private let storage = Lock<[UInt8]>([])

  init(limit: Int) {
    self.limit = limit
  }

  var bytes: [UInt8] { storage.withLock { $0 } }

  func append(_ bytes: [UInt8]) throws {
    try Task.checkCancellation()
    try storage.withLock { storage in
      guard bytes.count <= limit - storage.count else { throw TooLong(limit: limit) }
      storage += bytes
    }
  }
}
