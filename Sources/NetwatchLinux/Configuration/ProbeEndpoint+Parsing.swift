public import NetwatchCore

extension ProbeEndpoint {
  /// Reads an endpoint as people write it.
  ///
  /// `http://…` and `https://…` expect status 204 and no body, or what a fragment says:
  /// `#status=200&body=TEXT` (exactly TEXT) or `&prefix=TEXT` (whatever begins with TEXT), with `%XX`
  /// for bytes that a URL cannot hold. `tcp://HOST:PORT` expects a connection.
  ///
  /// - Parameter text: The endpoint.
  /// - Throws: ``ConnectivityError`` that names what is wrong with it.
  public init(parsing text: String) throws(ConnectivityError) {
    preconditionFailure("stub")
  }
}
