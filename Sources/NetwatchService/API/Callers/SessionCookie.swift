internal import NetwatchHTTPServer

/// The cookie of a browser's session.
enum SessionCookie {
  private static let name = "netwatch_session"

  /// The field that sets it: out of reach for scripts, and sent along from this service's own pages
  /// only.
  static func field(_ session: Secret) -> ServerHeader {
    let age = Sessions.sessionLifetime.components.seconds
    return ServerHeader(
      own: "Set-Cookie",
      "\(name)=\(session.text); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict"
    )
  }

  /// The values that a request brings; mostly none or one.
  static func values(in headers: [ServerHeader]) -> [Substring] {
    headers.values(of: "Cookie").flatMap { value in
      value.split(separator: ";").compactMap { pair in
        let pair = pair.drop { $0 == " " }
        return pair.hasPrefix("\(name)=") ? pair.dropFirst(name.count + 1) : nil
      }
    }
  }
}
