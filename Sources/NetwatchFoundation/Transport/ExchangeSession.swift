import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchHTTP

/// A URLSession that tells each exchange what becomes of its task.
///
/// Its connections are closed when it is let go of and its last task has ended.
final class ExchangeSession: Sendable {
  private let session: URLSession
  private let router = ExchangeRouter()

  init(_ configuration: URLSessionConfiguration) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: queue)
  }

  deinit { session.finishTasksAndInvalidate() }

  func perform(
    _ urlRequest: URLRequest,
    _ body: UploadBody,
    for request: TransportRequest
  ) async throws(TransportFailure) -> TransportReply {
    let task = task(urlRequest, body)
    let exchange = Exchange(task, request)
    router.add(exchange, for: task)
    switch try await exchange.reply().get() {
    case .collected(let head, let body): return .collected(head, body: body)
    case .streamed(let head):
      return .streamed(head, SessionChunks(of: exchange, in: self))
    }
  }

  private func task(_ request: URLRequest, _ body: UploadBody) -> URLSessionTask {
    switch body.content {
    case .none: session.dataTask(with: request)
    // With `httpBody` it would add a content type of its own.
    case .data(let data): session.uploadTask(with: request, from: data)
    case .file(let url): session.uploadTask(with: request, fromFile: url)
    }
  }
}

/// The body of an answer as URLSession delivers it; letting go of it ends the exchange.
private final class SessionChunks: BodyChunks {
  private let exchange: Exchange

  /// Kept until the body is read: with the session, its connections would be let go of.
  private let session: ExchangeSession

  init(of exchange: Exchange, in session: ExchangeSession) {
    self.exchange = exchange
    self.session = session
  }

  deinit { exchange.cancel() }

  func next() async throws(TransportFailure) -> [UInt8]? {
    let exchange = exchange
    return try await exchange.buffer.next(onCancel: { exchange.cancel() }).get()
  }

  func cancel() { exchange.cancel() }
}
