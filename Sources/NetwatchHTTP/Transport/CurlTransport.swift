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

  func start(
    _ request: TransportRequest,
    completion: @escaping @Sendable (TransportResult) -> Void
  ) -> (any TransportExchange)? {
    guard case .source(let source) = request.body else {
      return start(CurlRequest(request), for: request, completion: completion)
    }
    return TaskExchange(completion: completion) {
      await self.perform(request, writing: source)
    }
  }

  /// An engine can be retired between the moment it is found and the moment it is asked; the next one
  /// is asked then.
  private func start(
    _ transfer: CurlRequest,
    for request: TransportRequest,
    completion: @escaping @Sendable (TransportResult) -> Void
  ) -> (any TransportExchange)? {
    while true {
      do throws(CurlError) {
        let engine = try engines.engine(for: request.ticket)
        return try engine.start(transfer, request.delivery, completion: completion)
      } catch  where error.kind == .engineRetired {
        continue
      } catch {
        completion(.failure(TransportFailure(error)))
        return nil
      }
    }
  }

  /// Sends a body while its source writes it; the source is stopped when the answer is there, which a
  /// server may give before it has read everything.
  private func perform(
    _ request: TransportRequest,
    writing source: BodySource
  ) async -> TransportResult {
    let pipe = CurlBodyPipe()
    var transfer = CurlRequest(request)
    transfer.body = .pipe(pipe, length: source.length)
    async let _: Void = Self.write(source, to: pipe)
    // Leaving the scope cancels the writing, and awaits its end.
    let exchange = PendingExchange()
    await exchange.run { start(transfer, for: request, completion: $0) }
    return exchange.result.mapError { failure in
      var failure = failure
      failure.bodyBytesTaken = pipe.bytesTaken
      return failure
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

extension CurlExchange: TransportExchange {}

extension CurlEngine {
  fileprivate func start(
    _ request: CurlRequest,
    _ delivery: Delivery,
    completion: @escaping @Sendable (TransportResult) -> Void
  ) throws(CurlError) -> CurlExchange {
    guard case .stream = delivery else {
      return try start(request) { result in
        completion(
          result.map { .collected(ResponseHead($0.head), body: $0.body) }
            .mapError(TransportFailure.init)
        )
      }
    }
    return try startStream(request) { result in
      completion(
        result.map { .streamed(ResponseHead($0.head), CurlChunks($0)) }
          .mapError(TransportFailure.init)
      )
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
