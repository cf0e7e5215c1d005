internal import NetwatchCore
internal import NetwatchSystem

/// How browsers get in: a link that works once, and then a cookie.
final class Sessions: Sendable {
  /// How long a link is good for.
  static let linkLifetime = Duration.seconds(60)

  /// How long a browser is let in for.
  static let sessionLifetime = Duration.seconds(12 * 3600)

  private struct State {
    var links = Grants(lifetime: Sessions.linkLifetime, perUser: 8)
    var sessions = Grants(lifetime: Sessions.sessionLifetime, perUser: 16)
  }

  private let state = Lock(State())
  private let clocks: SystemClocks

  init(clocks: SystemClocks) {
    self.clocks = clocks
  }

  /// A new link, of which the code is good at the host alone; nil where the system has no random
  /// numbers.
  func makeLink(for user: UInt32) -> (host: String, code: Secret)? {
    guard let code = Secret.random(), let host = PageHost.random() else { return nil }
    let now = clocks.boot()
    state.withLock { $0.links.add(code.bound(to: host), for: user, at: now) }
    return (host, code)
  }

  /// Begins a session with the code of a link, which is used up by that; nil where the code is none.
  ///
  /// - Parameters:
  ///   - code: What the link has behind its host.
  ///   - host: The host that the browser asked, which is the only one that the session is good at.
  /// - Returns: What the cookie shows.
  func begin(with code: String, at host: String) -> Secret? {
    guard let session = Secret.random() else { return nil }
    let now = clocks.boot()
    return state.withLock { state in
      guard let user = state.links.take(Secret.shown(code, at: host), at: now) else { return nil }
      state.sessions.add(session.bound(to: host), for: user, at: now)
      return session
    }
  }

  /// The user whose session a cookie names; nil where it names none, or one of another host.
  func user(of session: some StringProtocol, at host: String) -> UInt32? {
    let now = clocks.boot()
    return state.withLock { $0.sessions.user(showing: Secret.shown(session, at: host), at: now) }
  }
}
