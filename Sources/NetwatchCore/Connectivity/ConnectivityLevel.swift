/// How much is known of the connection, in NetworkManager's words, with `unverified` added.
public enum ConnectivityLevel: String, CaseIterable, Hashable, Sendable {
  /// No usable route.
  case none

  /// A usable route, and nothing known of what lies beyond it.
  case unverified

  /// A usable route, and the probes fail, or real traffic does where it decides.
  case limited

  /// A captive portal answers in place of the probes' endpoints (RFC 8952).
  case portal

  /// A probe or real traffic got through.
  case full

  /// Whether work that needs the internet should be tried: at `unverified` and `full`.
  public var isAssumedAvailable: Bool {
    switch self {
    case .unverified, .full: true
    case .none, .limited, .portal: false
    }
  }
}
