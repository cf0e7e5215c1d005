import NetwatchCore
import NetwatchHTTP

extension ServiceClient {
  /// The state of the connection now.
  ///
  /// - Parameter includesLinks: Whether to tell the links too.
  /// - Returns: The state.
  /// - Throws: ``ServiceError``, or `CancellationError` when the task is cancelled.
  public func state(includingLinks includesLinks: Bool = false) async throws -> ServiceState {
    try await answer(
      request(.get, "/v1/state", query: includesLinks ? [("include", "links")] : [])
    )
  }

  /// What was.
  ///
  /// - Parameters:
  ///   - since: The beginning; a day ago by default. What is older than the service's retention is not
  ///     there.
  ///   - until: The end; now by default.
  /// - Returns: Availability, outages and the latency of probes in that time.
  /// - Throws: ``ServiceError``, or `CancellationError` when the task is cancelled.
  public func history(
    since: ServiceMoment = .ago(.seconds(86_400)),
    until: ServiceTime? = nil
  ) async throws -> HistoryDocument {
    var query = [("since", since.text)]
    if let until { query.append(("until", until.description)) }
    return try await answer(request(.get, "/v1/history", query: query))
  }

  /// A link that lets a browser of this host see the page, once and within a minute.
  ///
  /// It stands for the caller: who opens it sees what the caller may see.
  ///
  /// - Returns: The link.
  /// - Throws: ``ServiceError`` with the status 403 over TCP, which does not tell for whom it would be,
  ///   and 409 where the service listens on no port; `CancellationError` when the task is cancelled.
  public func pageLink() async throws -> ServicePageLink {
    try await answer(request(.post, "/v1/page-links"))
  }
}
