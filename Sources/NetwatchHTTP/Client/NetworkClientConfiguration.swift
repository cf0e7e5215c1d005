public import NetwatchCore

/// How a client sends; shared by all clients derived from one.
public struct NetworkClientConfiguration: Sendable {
  /// The limit of one attempt of `send`, redirects included, where the request sets none; 60 s.
  ///
  /// Uploads, downloads and streams have no such limit of their own: they may take long, as long as
  /// something moves.
  public var attemptTimeout: Duration = .seconds(60)

  /// How long a connection may take to stand, name lookup and TLS included; 10 s.
  public var connectTimeout: Duration = .seconds(10)

  /// How long nothing may move in either direction before an attempt fails; 30 s.
  public var stallTimeout: Duration = .seconds(30)

  /// The longest body that `send` collects, in bytes, where the request sets no limit; 16 MiB.
  public var bodyLimit = 16 << 20

  /// The longest header of a response, in bytes; 64 KiB, at most 256 KiB.
  public var headerLimit = 65_536

  /// The value of the User-Agent field, where a request has none; nil sends none.
  public var userAgent: String? = "Netwatch"

  /// What is done to every request before its first attempt, in order, once a logical request.
  public var adapters: [RequestAdapter] = []

  /// A budget of retries that this client's requests share; nil: no budget.
  public var budget: RetryBudget?

  /// How what waited for connectivity is let go again.
  public var release = ReleaseSettings()

  /// Says why an address must not be connected to; nil, as its answer too, lets it be.
  ///
  /// It is asked for the very address of every connection, be it new or kept, a redirect's included. A
  /// request that finds no other address fails for good, with an error of the type `invalidRequest`. It
  /// is called on any thread, and must not block.
  package var addressCheck: (@Sendable (IPAddress) -> String?)?

  /// A file of certificates (PEM) to trust instead of the system's; nil: the system's.
  public var certificateAuthorities: String?

  /// How requests leave this process; by the network as the environment says.
  package var route = ClientRoute.network

  /// Creates a configuration with the defaults of every property.
  public init() {}
}

extension NetworkClientConfiguration {
  /// What holds for every exchange.
  var limits: TransportLimits {
    TransportLimits(
      connectTimeout: connectTimeout,
      stallTimeout: stallTimeout,
      headerLimit: headerLimit,
      certificateAuthorities: certificateAuthorities,
      route: route,
      addressCheck: addressCheck
    )
  }
}

/// Changes a request before its first attempt, to sign it for example.
///
/// It runs once a logical request, however often that is retried. What it throws ends the request.
public typealias RequestAdapter = @Sendable (inout NetworkRequest) async throws -> Void
