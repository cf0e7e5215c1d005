internal import NetwatchCore

/// What jobs of the kind `http` may do.
package struct HTTPJobSettings: Hashable, Sendable {
  /// Whether they may go to addresses of this host itself.
  package var allowsLoopback = false

  /// Whether they may go to link-local addresses, those of cloud metadata aside.
  package var allowsLinkLocal = false

  /// Whether they may go to the addresses that cloud providers serve metadata and credentials at.
  package var allowsMetadata = false

  /// Whether they may go to addresses of private networks.
  package var allowsPrivate = true

  /// The limit of one attempt.
  package var timeout = Duration.seconds(60)

  /// The largest body of a job, in bytes.
  package var bodyLimit = 8 << 20

  /// The fields that are added to what goes to an origin, by origin and name.
  ///
  /// A credential stands under the origin that it is meant for, so that nobody can have it sent
  /// elsewhere by submitting a job.
  package var headers: [String: [String: HeaderValue]] = [:]
}

/// The value of a header field.
package enum HeaderValue: Hashable, Sendable {
  /// This text.
  case text(String)

  /// The contents of a systemd credential, looked up when the request is sent.
  case credential(String)
}
