/// Whether work may go to a destination now.
public enum ReleaseAdmission: Hashable, Sendable {
  /// So many attempts may begin now; at least one.
  case now(atMost: Int)

  /// None may begin before this moment; ask again then.
  case notBefore(BootInstant)

  /// None may begin before one in flight has ended; ask again then.
  case afterOutcome
}

/// When an attempt began, as far as its destination is concerned: its outcome counts only while the
/// gap has not changed since.
public struct ReleaseStamp: Hashable, Sendable {
  let epoch: UInt64
}
