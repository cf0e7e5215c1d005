public import NetwatchCore

/// An HTTP client whose failed requests wait for connectivity, back off and try again.
///
/// A client without interceptors tries once. Derive one that retries with
/// ``newClient(withAdditionalInterceptors:maxRetryCount:)``. Derived clients share connections,
/// configuration and the pace at which waiting requests are released.
///
/// Safe to use from any number of tasks. A request ends early when its task is cancelled: with
/// `CancellationError`, within 50 ms, and nothing more is sent.
public struct NetworkClient: Sendable {
  let core: ClientCore
  let chain: RetryChain

  /// Creates a client without interceptors.
  ///
  /// Nothing is opened before the first request.
  ///
  /// - Parameters:
  ///   - connectivityManager: Judges the paths that connections are kept for, and is told how
  ///     requests end.
  ///   - configuration: Limits and defaults.
  public init(
    connectivityManager: any ConnectivityManagerProtocol,
    configuration: NetworkClientConfiguration = .init()
  ) {
    self.init(core: ClientCore(connectivityManager, configuration), interceptors: [], limit: nil)
  }

  /// Creates a client whose requests are carried by another transport than libcurl.
  package init(
    connectivityManager: any ConnectivityManagerProtocol,
    configuration: NetworkClientConfiguration,
    transport: any HTTPTransport
  ) {
    let core = ClientCore(connectivityManager, configuration, transport: transport)
    self.init(core: core, interceptors: [], limit: nil)
  }

  init(core: ClientCore, interceptors: [RetryInterceptor], limit: Int?) {
    self.core = core
    do {
      chain = try RetryChain(interceptors, maxRetryCount: limit)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// A client with this one's interceptors, and more behind them.
  ///
  /// After a failure the interceptors are asked in reverse order, so the last one added is asked
  /// first (seed text on RequestInterceptors). No two may have the same id: that is a mistake of the
  /// program, and stops it here.
  ///
  /// - Parameters:
  ///   - interceptors: What is added after this client's own.
  ///   - maxRetryCount: How often a request of the new client is retried at most, whoever proposes
  ///     it; nil: no limit. It is not inherited from this client.
  /// - Returns: The new client, which shares this one's connections.
  public func newClient(
    withAdditionalInterceptors interceptors: [RetryInterceptor],
    maxRetryCount: Int? = nil
  ) -> NetworkClient {
    NetworkClient(
      core: core,
      interceptors: chain.interceptors + interceptors,
      limit: maxRetryCount
    )
  }
}
