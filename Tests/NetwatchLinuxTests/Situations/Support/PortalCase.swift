import NetwatchCore
import NetwatchLinux
import NetwatchTestSupport
import Testing

/// What stands between a probe and its endpoint, and what the manager is to make of it.
struct PortalCase: Sendable {
  let name: String
  var endpoint = ProbeEndpoint.http("http://192.0.2.80/")
  /// What the server says; without it nobody listens.
  var script: ScriptedServer.Script? = .noContent
  /// A packet filter before the server.
  var filter: String?
  let outcome: ProbeOutcome
  var status: Int?
  let level: ConnectivityLevel
  /// What the server says at last, which the endpoint expects; nil where that is not tried.
  var good: ScriptedServer.Script? = .noContent
}

extension PortalCase: CustomTestStringConvertible {
  var testDescription: String { name }
}

extension PortalCase {
  private static let loginPage = """
    <html><head><meta http-equiv="refresh" content="0; url=http://198.51.100.1/login"></head></html>
    """

  private static let challenged = ProbeEndpoint.http("http://192.0.2.80/", isChallenged: true)

  private static let withBody = ProbeEndpoint.http(
    "http://192.0.2.80/",
    status: 200,
    body: .exactly("here I am")
  )

  private static let repeatingChallenge: ScriptedServer.Script = [
    .readRequest,
    .respond { request in
      let challenge = request.header("X-Netwatch-Challenge") ?? ""
      return [.send("HTTP/1.1 204 No Content\r\nX-Netwatch-Response: \(challenge)\r\n\r\n")]
    }, .close,
  ]

  private static func filter(_ verdict: String) -> String {
    """
    table inet f { chain in { type filter hook input priority 0; ip daddr 192.0.2.80 \(verdict); }; }
    """
  }

  static let all: [PortalCase] = [
    PortalCase(
      name: "204 without a body, as expected",
      script: .http(
        status: 204,
        reason: "No Content",
        headers: ["Content-Length": "0"],
        keepsAlive: false
      ),
      outcome: .success,
      status: 204,
      level: .full
    ),
    PortalCase(
      name: "a redirect to a login page, which is not followed to a success",
      script: .http(
        status: 302,
        reason: "Found",
        headers: ["Location": "http://192.0.2.80/login"],
        keepsAlive: false
      ),
      outcome: .portal,
      status: 302,
      level: .portal
    ),
    PortalCase(
      name: "a page that refreshes to a login page",
      script: .http(headers: ["Content-Type": "text/html"], body: loginPage, keepsAlive: false),
      outcome: .portal,
      status: 200,
      level: .portal
    ),
    PortalCase(
      name: "network authentication required",
      script: .http(status: 511, reason: "Network Authentication Required", keepsAlive: false),
      outcome: .portal,
      status: 511,
      level: .portal
    ),
    PortalCase(
      name: "a connection, and then silence",
      script: [.readRequest, .hang],
      outcome: .timeout,
      level: .limited
    ),
    PortalCase(name: "a closed port", script: nil, outcome: .refused, level: .limited),
    PortalCase(
      name: "packets that are dropped",
      filter: filter("drop"),
      outcome: .timeout,
      level: .limited
    ),
    PortalCase(
      name: "packets that are rejected",
      filter: filter("reject with icmp type admin-prohibited"),
      outcome: .unreachable,
      level: .limited
    ),
    PortalCase(
      name: "204 for an endpoint that expects a body",
      endpoint: withBody,
      outcome: .unexpected,
      status: 204,
      level: .limited,
      good: .http(body: "here I am", keepsAlive: false)
    ),
    PortalCase(
      name: "another page for an endpoint that expects a body",
      endpoint: withBody,
      script: .http(body: loginPage, keepsAlive: false),
      outcome: .portal,
      status: 200,
      level: .portal,
      good: nil
    ),
    PortalCase(
      name: "a forged 204 that does not know the challenge",
      endpoint: challenged,
      outcome: .unexpected,
      status: 204,
      level: .limited,
      good: repeatingChallenge
    ),
    PortalCase(
      name: "an empty 200",
      script: .http(keepsAlive: false),
      outcome: .unexpected,
      status: 200,
      level: .limited,
      good: nil
    ),
    PortalCase(
      name: "a connection that is reset",
      script: [.readRequest, .reset],
      outcome: .reset,
      level: .limited,
      good: nil
    ),
    PortalCase(
      name: "a connection that is closed without a word",
      script: [.readRequest, .close],
      outcome: .reset,
      level: .limited,
      good: nil
    ),
    PortalCase(
      name: "an error of the endpoint's own",
      script: .http(status: 503, keepsAlive: false),
      outcome: .unexpected,
      status: 503,
      level: .limited,
      good: nil
    ),
  ]
}
