/// How one probe of one endpoint ended.
public enum ProbeOutcome: String, CaseIterable, Hashable, Sendable {
  /// The endpoint answered exactly as expected.
  case success

  /// A captive portal answered in its place: a redirect, status 511 (RFC 6585, section 6), or an
  /// unexpected 200 with a body.
  case portal

  /// The endpoint answered, but not as expected.
  case unexpected

  /// The connection was refused.
  case refused

  /// The probe's time limit passed.
  case timeout

  /// No route, or a router that prohibits it.
  case unreachable

  /// The name could not be resolved.
  case dnsFailure

  /// TLS could not be set up, or the certificate not verified.
  case tlsFailure

  /// The connection was closed or reset before the answer was complete.
  case reset
}
