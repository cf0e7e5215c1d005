internal import NetwatchCore
internal import NetwatchHTTPServer

extension ServiceAPI {
  func answer(_ request: ServerRequest) async throws(Problem) -> ServerResponse {
    let route = APIRoute(path: request.path)
    let caller = try caller(of: request, route)
    guard let route else { throw .notFound }
    guard route.methods.contains(request.method) else {
      throw Problem(
        405,
        "This method cannot be used here.",
        headers: [ServerHeader(own: "Allow", route.methods.joined(separator: ", "))]
      )
    }
    try Self.check(request.query, of: route)
    return try await answer(request, route, caller)
  }

  private func answer(
    _ request: ServerRequest,
    _ route: APIRoute,
    _ caller: Caller
  ) async throws(Problem) -> ServerResponse {
    switch route {
    case .jobs where request.method == "POST": try await submit(request, caller)
    case .jobs: try await list(request, caller)
    case .job(let id) where request.method == "DELETE": try await cancel(id, request, caller)
    case .job(let id): try await show(id, caller)
    case .retry(let id): try await retry(id, request, caller)
    case .state: try state(request)
    case .events: events.response(to: request, caller: caller)
    case .history: try await history(request)
    case .metrics: try await metrics(caller)
    case .health: try await health()
    case .document: OpenAPIDocument.response
    case .page: StatusPage.response
    case .pageLinks: try makePageLink(request)
    case .login: try logIn(request)
    }
  }

  /// Refuses what would be ignored, such as a filter with a slip of the pen in its name.
  private static func check(_ query: [ServerQueryItem], of route: APIRoute) throws(Problem) {
    guard !query.isEmpty, let names = route.queryNames else { return }
    for (index, item) in query.enumerated() {
      guard names.contains(item.name) else {
        let expected = names.isEmpty ? "none" : names.joined(separator: ", ")
        throw Problem(400, "The query has a part that is not known here; expected: \(expected).")
      }
      guard item.name == "state" || !query[..<index].contains(where: { $0.name == item.name })
      else { throw Problem(400, "This part of the query stands twice.", field: item.name) }
    }
  }
}

extension ServerRequest {
  /// The value of a part of the query; nil where it is not there.
  func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }
}
