internal import NetwatchHTTPServer
internal import NetwatchText

extension ServiceAPI {
  /// Who sends a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - route: What it is about; nil where there is nothing.
  /// - Returns: The caller; somebody without a name where anybody may ask.
  /// - Throws: ``Problem`` where they are not let in.
  func caller(of request: ServerRequest, _ route: APIRoute?) throws(Problem) -> Caller {
    guard !request.isTCP else {
      return try gate.caller(of: request, isOpen: route?.isOpen ?? false) ?? .anybody
    }
    guard let peer = request.peer else {
      throw Problem(403, "The system does not tell who is connected.")
    }
    return callers.caller(user: peer.user)
  }

  /// Answers `POST /v1/page-links`.
  func makePageLink(_ request: ServerRequest) throws(Problem) -> ServerResponse {
    guard let peer = request.peer, !request.isTCP else {
      throw Problem(403, "Links are made over the Unix socket, which tells for whom.")
    }
    guard let port = port() else {
      throw Problem(409, "The service listens on no port: listen.tcpPort is not set.")
    }
    guard let link = sessions.makeLink(for: peer.user) else {
      throw .later(503, "The system has no random numbers.")
    }
    return .object(status: 201) { json in
      json.member("url", "http://\(link.host):\(port)/login?code=\(link.code.text)")
      json.member("expiresSeconds", Sessions.linkLifetime.components.seconds)
    }
  }

  /// Answers `GET /login`.
  func logIn(_ request: ServerRequest) throws(Problem) -> ServerResponse {
    guard request.isTCP else { throw .notFound }
    let host = LoopbackGate.hostName(of: request)
    guard let code = request.queryValue("code"),
      let session = sessions.begin(with: code, at: host)
    else {
      throw Problem(
        403,
        "The link was used already, or is older than a minute; `netwatch page` makes a new one."
      )
    }
    return ServerResponse(
      status: 303,
      headers: [
        SessionCookie.field(session),
        ServerHeader(own: "Location", "/"),
        ServerHeader(own: "Cache-Control", "no-store"),
        ServerHeader(own: "Referrer-Policy", "no-referrer"),
        ServerHeader(own: "X-Content-Type-Options", "nosniff"),
      ]
    )
  }
}

extension Caller {
  /// Somebody of whom nothing is known, and who owns nothing.
  fileprivate static let anybody = Caller(owner: "", isAdministrator: false)
}

extension APIRoute {
  /// Whether anybody on the host may ask, without a token or a cookie.
  fileprivate var isOpen: Bool { self == .health || self == .login }
}
