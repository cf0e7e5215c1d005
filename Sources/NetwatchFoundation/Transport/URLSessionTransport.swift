import Foundation
import FoundationNetworking
import NetwatchCore
import NetwatchHTTP

/// Carries requests by URLSession.
final class URLSessionTransport: HTTPTransport {
  private let configuration: URLSessionConfiguration

  /// Keeps connections for what may be sent again.
  private let kept: ExchangeSession

  init(_ shared: URLSessionConfiguration) {
    // On Linux a session hands out its own configuration, and not a copy.
    guard let configuration = shared.copy() as? URLSessionConfiguration else {
      preconditionFailure("a copy of a configuration is a configuration")
    }
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    self.configuration = configuration
    kept = ExchangeSession(configuration)
  }

  /// A body may have to be collected first, and URLSession gains nothing from a shallow task.
  func start(
    _ request: TransportRequest,
    completion: @escaping @Sendable (TransportResult) -> Void
  ) -> (any TransportExchange)? {
    TaskExchange(completion: completion) {
      do throws(TransportFailure) {
        return .success(try await self.exchange(request))
      } catch {
        return .failure(error)
      }
    }
  }

  private func exchange(
    _ request: TransportRequest
  ) async throws(TransportFailure) -> TransportReply {
    let body = try await UploadBody(request)
    do {
      let session = request.isRepeatable ? kept : ExchangeSession(configuration)
      return try await session.perform(try URLRequest(request), body, for: request)
    } catch {
      throw error.havingTaken(body.consumed)
    }
  }
}

extension URLRequest {
  /// A request of the client's, told in URLSession's terms.
  fileprivate init(_ request: TransportRequest) throws(TransportFailure) {
    guard let url = URL(string: request.url) else {
      throw .invalidRequest("the URL is none that Foundation can parse")
    }
    guard request.limits.certificateAuthorities == nil else {
      throw .invalidRequest("URLSession takes no certificate authorities of a configuration's")
    }
    self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    httpMethod = request.method.rawValue
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
    // URLSession cuts off fractions, takes 0 as no time, and overflows beyond what is sensible.
    let seconds = request.limits.stallTimeout / .seconds(1)
    timeoutInterval = min(max(seconds.rounded(.up), 1), 2_000_000)
  }
}

extension TransportFailure {
  /// The same failure, knowing that bytes of a body were taken that cannot be made again.
  fileprivate func havingTaken(_ count: Int64) -> TransportFailure {
    guard count > 0, case .nothing = sent else { return self }
    var failure = self
    failure.sent = .bytes(count)
    return failure
  }
}
