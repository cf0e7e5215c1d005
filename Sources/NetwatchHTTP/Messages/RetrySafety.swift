/// Whether a request may be sent a second time, when the first may have reached the server.
public enum RetrySafety: Hashable, Sendable, CaseIterable {
  /// Decided by what is known: it may where the method is idempotent (RFC 9110, section 9.2.2), where
  /// the request has an Idempotency-Key, or where the failure proves that the server did not act.
  case automatic

  /// It may, whatever the method: the caller knows that the server bears it.
  case always

  /// It may not, whatever happened.
  case never
}

extension RetrySafety: CustomStringConvertible {
  /// The safety in a word.
  public var description: String {
    switch self {
    case .automatic: "automatic"
    case .always: "always"
    case .never: "never"
    }
  }
}
