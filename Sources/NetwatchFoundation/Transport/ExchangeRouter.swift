import Foundation
import FoundationNetworking
import NetwatchCore

/// Hands what a session says of its tasks on to their exchanges.
///
/// Everything arrives on the session's serial queue.
final class ExchangeRouter: NSObject, Sendable {
  private let exchanges = Lock<[Int: Exchange]>([:])

  /// Listens for a task that was not started yet.
  func add(_ exchange: Exchange, for task: URLSessionTask) {
    let id = task.taskIdentifier
    exchanges.withLock { $0[id] = exchange }
  }

  private func exchange(of task: URLSessionTask) -> Exchange? {
    let id = task.taskIdentifier
    return exchanges.withLock { $0[id] }
  }

  private func remove(_ task: URLSessionTask) -> Exchange? {
    let id = task.taskIdentifier
    return exchanges.withLock { $0.removeValue(forKey: id) }
  }
}

extension ExchangeRouter: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    exchange(of: dataTask)?.responded(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(of: dataTask)?.received(data)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    exchange(of: task)?.sentBody(totalBytesSent)
  }

  /// A redirect is an answer like any other; the client follows it by its own rules.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    exchange(of: task)?.unlessOver { completionHandler(nil) }
  }

  /// A challenge comes when an answer of 401 is complete, and that is the answer.
  ///
  /// Of what could be said here, only giving up brings the task to its end.
  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    remove(task)?.ended(nil)
    completionHandler(.cancelAuthenticationChallenge, nil)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let exchange = remove(task)
    // Of a redirect that leads nowhere nothing is said before.
    if error == nil, let response = task.response { exchange?.responded(response) }
    exchange?.ended(error)
  }
}
