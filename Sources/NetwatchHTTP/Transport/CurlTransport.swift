import NetwatchCore
import NetwatchCurl

/// Carries requests by libcurl, over connections that are kept as long as their path lasts.
final class CurlTransport: HTTPTransport {
  private let engines: EngineKeeper

  /// - Parameter threadSetup: Runs first on the thread of every engine, to enter a namespace for
  ///   example; what it throws fails the requests.
  init(threadSetup: @escaping @Sendable () throws -> Void = {}) {
    engines = EngineKeeper(threadSetup: threadSetup)
  }

  func exchange(_ request: TransportRequest) async throws(TransportFailure) -> TransportReply {
    if case .source(let source) = request.body {
      return try await perform(request, writing: source)
    }
    do throws(CurlError) {
      return try await perform(CurlRequest(request), for: request)
    } catch {
      throw TransportFailure(error)
    }
  }

  /// An engine can be retired between the moment it is found and the moment it is asked; the next one
  /// is asked then.
  private func perform(
    _ transfer: CurlRequest,
    for request: TransportRequest
  ) async throws(CurlError) -> TransportReply {
    while true {
      let engine = try engines.engine(for: request.ticket)
      do throws(CurlError) {
        guard case .stream = request.delivery else {
          let response = try await engine.perform(transfer)
          return .collected(ResponseHead(response.head), body: response.body)
        }
        let stream = try await engine.open(transfer)
        return .streamed(ResponseHead(stream.head), CurlChunks(stream))
      } catch  where error.kind == .engineRetired {
        continue
      }
    }
  }

  /// Sends a body while its source writes it; the source is stopped when the answer is there, which a
  /// server may give before it has read everything.
  private func perform(
    _ request: TransportRequest,
    writing source: BodySource
  ) async throws(TransportFailure) -> TransportReply {
    let pipe = CurlBodyPipe()
    var transfer = CurlRequest(request)
    transfer.body = .pipe(pipe, length: source.length)
    async let _: Void = Self.write(source, to: pipe)
    // Leaving the scope cancels the writing, and awaits its end.
    do throws(CurlError) {
      return try await perform(transfer, for: request)
    } catch {
      var failure = TransportFailure(error)
      failure.bodyBytesTaken = pipe.bytesTaken
      throw failure
    }
  }

  /// A source that can be read once must not be begun for a connection that never stands.
  private static func write(_ source: BodySource, to pipe: CurlBodyPipe) async {
    do {
      try await pipe.waitUntilWanted()
      try await source.write(BodyWriter { try await pipe.write($0) })
      pipe.finish()
    } catch {
      pipe.fail(error)
    }
  }
}

/// The body of an answer as libcurl delivers it.
private struct CurlChunks: BodyChunks {
  private let stream: CurlStream

  init(_ stream: CurlStream) {
    self.stream = stream
  }

  func next() async throws(TransportFailure) -> [UInt8]? {
    do throws(CurlError) {
      return try await stream.next()
    } catch {
      throw TransportFailure(error)
    }
  }

  func cancel() { stream.cancel() }
}
