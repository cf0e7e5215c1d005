import Dispatch
import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchHTTP

extension BodySource {
  /// The stream of a URLRequest, which can be read once.
  init(streamOf request: URLRequest) {
    let reader = StreamReader(request)
    self.init(isReplayable: false) { writer in
      defer { reader.close() }
      try await reader.open()
      while let bytes = try await reader.next() { try await writer.write(bytes) }
    }
  }
}

/// Reads a stream on a queue of its own, because reading may block.
///
/// It keeps the request instead of the stream, which only the queue touches.
private struct StreamReader: Sendable {
  private static let chunk = 65_536

  private let request: URLRequest
  private let queue = DispatchQueue(label: "netwatch.body-stream")

  init(_ request: URLRequest) {
    self.request = request
  }

  func open() async throws {
    try await onQueue { stream in
      guard stream.streamStatus == .notOpen else {
        throw NetworkError(.invalidRequest, "the request's body stream was read before")
      }
      stream.open()
    }
  }

  /// The next piece; nil at the end.
  func next() async throws -> [UInt8]? {
    try await onQueue { stream in
      var buffer = [UInt8](repeating: 0, count: Self.chunk)
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count >= 0 else {
        throw stream.streamError
          ?? NetworkError(.invalidRequest, "the request's body stream can't be read")
      }
      return count == 0 ? nil : Array(buffer.prefix(count))
    }
  }

  func close() {
    queue.async { [request] in request.httpBodyStream?.close() }
  }

  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable (InputStream) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [request] in
        continuation.resume(
          with: Result {
            guard let stream = request.httpBodyStream else {
              throw NetworkError(.invalidRequest, "the request's body stream is gone")
            }
            return try work(stream)
          }
        )
      }
    }
  }
}
