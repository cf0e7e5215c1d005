import NetwatchCore

/// An answer whose body is read piece by piece.
public struct StreamedResponse: Sendable {
  /// The answer without its body.
  public let response: NetworkResponse

  /// The body; it can be read once.
  ///
  /// No more than 256 KiB are fetched ahead of the reader. Leaving the loop, or letting go of the
  /// body, ends the transfer.
  public let body: ResponseBody

  init(_ answer: Answer, method: HTTPMethod, attempts: Int) {
    response = NetworkResponse(answer, attempts: attempts)
    body = ResponseBody(answer, method: method)
  }
}

/// The body of an answer, as a sequence of pieces of whatever length.
public struct ResponseBody: AsyncSequence, Sendable {
  private let chunks: any BodyChunks
  private let method: HTTPMethod
  private let url: String

  init(_ answer: Answer, method: HTTPMethod) {
    self.method = method
    url = answer.url
    chunks =
      switch answer.reply {
      case .streamed(_, let chunks): chunks
      case .collected(_, let body): CollectedChunks(body)
      }
  }

  /// Starts reading; there is one reader.
  public func makeAsyncIterator() -> Iterator { Iterator(chunks: chunks, method: method, url: url) }

  /// Reads the body.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let chunks: any BodyChunks
    fileprivate let method: HTTPMethod
    fileprivate let url: String

    /// The next piece; nil at the end.
    ///
    /// - Throws: ``NetworkError`` where the body breaks off; `CancellationError` when the task is
    ///   cancelled.
    public mutating func next() async throws -> [UInt8]? {
      do throws(TransportFailure) {
        return try await chunks.next()
      } catch {
        if error.type == .cancelled { throw CancellationError() }
        throw AttemptFailure(error, method: method, url: url).error
      }
    }
  }
}

/// A body that is in memory already.
private final class CollectedChunks: BodyChunks {
  private let body: Lock<[UInt8]?>

  init(_ body: [UInt8]) {
    self.body = Lock(body.isEmpty ? nil : body)
  }

  func next() async throws(TransportFailure) -> [UInt8]? {
    body.withLock { body in
      defer { body = nil }
      return body
    }
  }

  func cancel() { body.withLock { $0 = nil } }
}
