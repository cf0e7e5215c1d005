public import FoundationNetworking
public import NetwatchCore
public import NetwatchHTTP

extension NetworkClient {
  /// Creates a client without interceptors whose requests are carried by URLSession, for programs that
  /// have to keep it; libcurl carries about fifteen times as many.
  ///
  /// The client's rules stay the same: it follows redirects, retries and judges statuses itself. What
  /// the session is used for, and what FoundationNetworking on Linux cannot do:
  ///
  /// - Requests run in sessions of the client's own, made from the configuration of `session`: its
  ///   protocol classes, fields, cookies and proxies count, its delegate is not asked. The cache and
  ///   stored credentials are left out, so that every answer is the server's.
  /// - A request that must not be sent twice gets a connection of its own, because URLSession repeats
  ///   by itself what fails on a kept one.
  /// - A body that a closure or a stream writes is collected first, up to 16 MiB. A GET has no body.
  /// - Nothing slows down a server that sends faster than a stream is read: more than 16 MiB unread
  ///   end the stream.
  /// - `connectTimeout` is not observed; `stallTimeout` is, in whole seconds, and
  ///   `certificateAuthorities` makes every request fail.
  /// - Content codings are undone, fields of one name come joined and in no order, and neither the
  ///   version of HTTP nor the remote address is known: traffic is evidence of a local failure only.
  /// - An answer whose head breaks off in the middle stops the program inside FoundationNetworking
  ///   6.3 ("Transfer completed, but there's no response"); nothing here can keep it from that.
  ///
  /// - Parameters:
  ///   - connectivityManager: Is told how requests end.
  ///   - configuration: Limits and defaults.
  ///   - session: The session whose configuration is used.
  public init(
    connectivityManager: any ConnectivityManagerProtocol,
    configuration: NetworkClientConfiguration = .init(),
    session: URLSession
  ) {
    self.init(
      connectivityManager: connectivityManager,
      configuration: configuration,
      transport: URLSessionTransport(session.configuration)
    )
  }
}
