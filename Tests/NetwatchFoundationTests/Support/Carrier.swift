import FoundationNetworking
import NetwatchCore
import NetwatchFoundation
import NetwatchHTTP
import NetwatchTestSupport

/// What carries the requests of a client under test.
enum Carrier: CaseIterable {
  case libcurl
  case urlSession

  func client(
    _ configuration: NetworkClientConfiguration = .init(),
    manager: any ConnectivityManagerProtocol = SettableConnectivityManager()
  ) -> NetworkClient {
    switch self {
    case .libcurl:
      NetworkClient(connectivityManager: manager, configuration: configuration)
    case .urlSession:
      NetworkClient(
        connectivityManager: manager,
        configuration: configuration,
        session: URLSession(configuration: .ephemeral)
      )
    }
  }
}

extension NetworkClient {
  /// The same client with three attempts, and next to no pause between them.
  var retrying: NetworkClient {
    newClient(withAdditionalInterceptors: [
      .retryWithBackoff(transientBaseDelay: .milliseconds(1), throttlingBaseDelay: .milliseconds(1))
    ])
  }
}

extension ScriptedServer {
  /// A request to this server.
  func request(_ path: String = "/", method: HTTPMethod = .get) -> NetworkRequest {
    NetworkRequest(method: method, url: origin + path)
  }
}
