import NetwatchCore
import NetwatchCurl
import NetwatchHTTP

/// Talks to Netwatch's service: reads the state of the connection, and hands work to its outbox.
///
/// ```swift
/// let service = ServiceClient()
/// let job = try await service.submit(.http("POST", "https://api.example/readings", body: reading))
/// for try await state in service.states() { print(state.level, state.explanation) }
/// ```
///
/// Safe to use from any number of tasks; its connections are shared by all of them. Every method
/// answers the cancellation of its task with `CancellationError`, within 50 ms. What fails otherwise
/// throws ``ServiceError``. A request that may be repeated is tried three times, within seconds.
public struct ServiceClient: Sendable {
  /// Where the service listens by default.
  public static let defaultSocket = "/run/netwatch/netwatch.sock"

  /// Who carries the requests, again where that may help.
  let client: NetworkClient

  /// Who carries a request once.
  let once: NetworkClient

  /// What every URL begins with, without a slash at its end.
  let base: String

  /// How the service is named in errors.
  let place: ServicePlace

  private let authorization: String?

  /// A client of the service behind a Unix socket.
  ///
  /// Nothing is opened before the first call. Who the caller is, the kernel tells the service.
  ///
  /// - Parameter socket: The socket's path, of at most 107 bytes.
  public init(socket: String = defaultSocket) {
    once = Self.client(by: .unixSocket(socket))
    client = once.newClient(withAdditionalInterceptors: [Self.repetition])
    base = "http://localhost"
    place = .socket(socket)
    authorization = nil
  }

  /// A client of the service behind a TCP port.
  ///
  /// - Parameters:
  ///   - url: The service's URL, such as `http://127.0.0.1:8080`; no proxy is asked where its host is
  ///     this one.
  ///   - token: What the service knows its administrators by; nil for none.
  public init(url: String, token: String?) {
    let isHere = Origin(url: url)?.isLoopback ?? false
    once = Self.client(by: isHere ? .direct : .network)
    client = once.newClient(withAdditionalInterceptors: [Self.repetition])
    base = url.hasSuffix("/") ? String(url.dropLast()) : url
    place = .url(url)
    authorization = token.map { "Bearer \($0)" }
  }

  /// The service's own connection is no matter of connectivity: nothing waits for it.
  private static func client(by route: ClientRoute) -> NetworkClient {
    var configuration = NetworkClientConfiguration()
    configuration.route = route
    configuration.bodyLimit = 64 << 20
    // The service says something every 30 s, if only that it is there.
    configuration.stallTimeout = .seconds(75)
    return NetworkClient(
      connectivityManager: SettableConnectivityManager(isAvailable: true),
      configuration: configuration
    )
  }

  private static let repetition = RetryInterceptor.retryWithBackoff(
    throttlingBaseDelay: .milliseconds(500),
    maxDelay: .seconds(2)
  )
}

// MARK: - Requests

extension ServiceClient {
  /// A request to the service.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path, as it stands in a URL.
  ///   - query: Names and values, as they are.
  /// - Returns: The request.
  func request(
    _ method: HTTPMethod = .get,
    _ path: String,
    query: [(String, String)] = []
  ) -> NetworkRequest {
    var request = NetworkRequest(method: method, url: base + path + QueryText.text(of: query))
    if let authorization { request.headers.append("Authorization", authorization) }
    return request
  }

  /// Sends a request, and reads the answer's document.
  func answer<Document: Decodable>(
    _ request: NetworkRequest,
    as type: Document.Type = Document.self
  ) async throws -> Document {
    let response = try await response(to: request)
    do {
      return try ServiceJSON.decode(type, from: response.body)
    } catch {
      throw ServiceError(
        .notUnderstood,
        "the answer of \(place) cannot be read: \(ServiceJSON.reason(error))",
        status: response.status
      )
    }
  }

  /// Sends a request.
  func response(to request: NetworkRequest) async throws -> NetworkResponse {
    do {
      return try await client.send(request)
    } catch let error as NetworkError {
      throw ServiceError(error, from: place)
    }
  }
}
