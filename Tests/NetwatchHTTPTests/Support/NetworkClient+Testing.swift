import NetwatchCore
import NetwatchSystem
import Testing

@testable import NetwatchHTTP

extension NetworkClient {
  /// A client for servers on this machine, or where its transport leads.
  static func testing(
    _ manager: any ConnectivityManagerProtocol = SettableConnectivityManager(),
    transport: any HTTPTransport = CurlTransport(),
    clocks: SystemClocks = .kernel,
    configure: (inout NetworkClientConfiguration) -> Void = { _ in }
  ) -> NetworkClient {
    var configuration = NetworkClientConfiguration()
    configuration.attemptTimeout = .seconds(10)
    configure(&configuration)
    let core = ClientCore(manager, configuration, transport: transport, clocks: clocks)
    return NetworkClient(core: core, interceptors: [], limit: nil)
  }

  /// The same client with these interceptors.
  func with(_ interceptors: RetryInterceptor..., limit: Int? = nil) -> NetworkClient {
    newClient(withAdditionalInterceptors: interceptors, maxRetryCount: limit)
  }

  /// What a request fails with that must fail.
  func failure(of request: NetworkRequest) async throws -> NetworkError {
    try await NetworkError.from { try await send(request) }
  }
}

extension NetworkError {
  /// What a closure throws that must throw.
  static func from(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Sendable
  ) async throws -> NetworkError {
    try await #require(throws: NetworkError.self, sourceLocation: sourceLocation) {
      _ = try await body()
    }
  }
}

extension RetryInterceptor {
  /// A backoff whose waits are too short to be noticed.
  static func hastyBackoff(maxAttempts: Int? = 3) -> RetryInterceptor {
    .retryWithBackoff(
      maxAttempts: maxAttempts,
      transientBaseDelay: .milliseconds(1),
      throttlingBaseDelay: .milliseconds(1)
    )
  }
}
