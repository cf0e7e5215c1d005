/// An endpoint that shows, by its answer, that packets get through.
public struct ProbeEndpoint: Hashable, Sendable {
  /// How an endpoint is asked.
  public enum Kind: Hashable, Sendable {
    /// An HTTP or HTTPS GET request that expects a status and a body.
    case http(url: String, status: Int, body: ExpectedBody, isChallenged: Bool)

    /// A TCP connection, which counts as success as soon as it is made: a weak proof, because a
    /// captive portal can accept connections for anybody.
    case tcp(host: String, port: UInt16)
  }

  /// What the body of the answer has to be.
  public enum ExpectedBody: Hashable, Sendable {
    /// Exactly this text, to the byte; an empty text expects no body.
    case exactly(String)

    /// Any text that begins with this one.
    case beginning(with: String)
  }

  /// The endpoint as the user wrote it, or would write it for ``init(parsing:)``, which is how it is
  /// shown.
  public let name: String

  /// How it is asked.
  public let kind: Kind

  /// An endpoint that answers a GET request.
  ///
  /// - Parameters:
  ///   - url: An `http://` or `https://` URL. It is checked when a manager is created.
  ///   - status: The expected status; 204 by default.
  ///   - body: The expected body: none by default.
  ///   - isChallenged: Whether each request carries `X-Netwatch-Challenge` with a random word, which
  ///     the answer has to repeat in `X-Netwatch-Response`. It defeats portals that forge the expected
  ///     answer; a proxy on the way may strip it, so it is off by default.
  /// - Returns: The endpoint.
  public static func http(
    _ url: String,
    status: Int = 204,
    body: ExpectedBody = .exactly(""),
    isChallenged: Bool = false
  ) -> Self {
    let expectation = ProbeExpectation(status: status, body: body, isChallenged: isChallenged)
    return Self(
      name: expectation.name(of: url),
      kind: .http(url: url, status: status, body: body, isChallenged: isChallenged)
    )
  }

  /// An endpoint that accepts TCP connections.
  ///
  /// - Parameters:
  ///   - host: A name or an address.
  ///   - port: The port, from 1 to 65,535.
  /// - Returns: The endpoint.
  public static func tcp(host: String, port: UInt16) -> Self {
    let shown = host.contains(":") ? "[\(host)]" : host
    return Self(name: "tcp://\(shown):\(port)", kind: .tcp(host: host, port: port))
  }

  init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}
