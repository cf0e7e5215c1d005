/// What a caller of `retry` wants done about a failure.
public struct FailureRecovery: Hashable, Sendable {
  enum Action: Hashable {
    case retryWithBackoff, retryAfter(Duration), stop
  }

  let action: Action

  /// Another attempt after the backoff.
  public static let retry = Self(action: .retryWithBackoff)

  /// Another attempt after a time of the caller's, in place of the backoff; zero or less is at once.
  public static func retry(after delay: Duration) -> Self { Self(action: .retryAfter(delay)) }

  /// No further attempt: the failure is final.
  public static let stop = Self(action: .stop)
}
