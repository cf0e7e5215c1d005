internal import NetwatchCore
internal import NetwatchHTTPServer

/// Lets in over TCP who may come in: any program of the host can connect there, and any page in a
/// browser can have that send something.
struct LoopbackGate: ~Copyable, Sendable {
  let callers: CallerTable
  let sessions: Sessions
  let token: Lock<Secret?>
  let port: @Sendable () -> UInt16?

  /// Who sends; nil for somebody unknown, where it matters to nobody who they are.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isOpen: Whether anybody may ask.
  /// - Returns: The caller.
  /// - Throws: ``Problem``: the request comes from elsewhere than it says, or shows nothing that lets
  ///   it in.
  func caller(of request: ServerRequest, isOpen: Bool) throws(Problem) -> Caller? {
    try checkHost(request)
    try checkOrigin(request)
    if isOpen { return nil }
    if let shown = request.headers["Authorization"] {
      guard request.headers.values(of: "Authorization").count == 1, isToken(shown) else {
        throw Self.unauthorized("The token is not the one in the service's token file.")
      }
      return callers.tokenBearer
    }
    return try sessionCaller(request)
  }

  private func isToken(_ shown: String) -> Bool {
    let scheme = "bearer "
    guard shown.prefix(scheme.count).lowercased() == scheme else { return false }
    return token.withLock { $0 }?.isShown(by: shown.dropFirst(scheme.count)) ?? false
  }

  private func sessionCaller(_ request: ServerRequest) throws(Problem) -> Caller {
    let host = Self.hostName(of: request)
    for value in SessionCookie.values(in: request.headers) {
      guard let user = sessions.user(of: value, at: host) else { continue }
      // Browsers send it with whatever could do harm.
      guard Self.isSafe(request.method) || request.headers["Origin"] != nil else {
        throw Problem(403, "With a cookie, this method needs the field Origin.")
      }
      return callers.caller(user: user)
    }
    throw Self.unauthorized(
      "Over TCP the service is shown its token, or a link that `netwatch page` makes."
    )
  }

  private static func unauthorized(_ detail: String) -> Problem {
    Problem(401, detail, headers: [ServerHeader(own: "WWW-Authenticate", "Bearer")])
  }

  private static func isSafe(_ method: String) -> Bool { method == "GET" || method == "HEAD" }
}

// MARK: - Where a request comes from

extension LoopbackGate {
  /// A name that resolves to a loopback address is no name of this service (DNS rebinding).
  private func checkHost(_ request: ServerRequest) throws(Problem) {
    guard let host = request.headers["Host"], isOwn(host) else {
      throw Problem(421, "The field Host is none of this service's.")
    }
  }

  private func isOwn(_ host: String) -> Bool {
    guard let port = port() else { return false }
    let end = ":\(port)"
    let host = host.lowercased()
    guard host.hasSuffix(end) || port == 80 else { return false }
    let name = host.hasSuffix(end) ? host.dropLast(end.count) : host[...]
    return ["127.0.0.1", "[::1]", "localhost"].contains(name) || PageHost.isOne(name)
  }

  /// The name in the field Host, without the port.
  static func hostName(of request: ServerRequest) -> String {
    String((request.headers["Host"] ?? "").lowercased().prefix { $0 != ":" })
  }

  private func checkOrigin(_ request: ServerRequest) throws(Problem) {
    let own = "http://" + (request.headers["Host"] ?? "").lowercased()
    guard request.headers.values(of: "Origin").allSatisfy({ $0.lowercased() == own }) else {
      throw Problem(403, "Pages of other origins may ask for nothing here.")
    }
    let sites = request.headers.values(of: "Sec-Fetch-Site")
    guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
      throw Problem(403, "Other sites may ask for nothing here.")
    }
  }
}
