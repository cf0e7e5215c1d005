/// What to do when a server asks for a longer wait than one is ready to make by oneself.
public enum RetryAfterAboveMaxDelay: Hashable, Sendable {
  /// Proposes no retry; another interceptor still may.
  case giveUp

  /// Waits for as long as the server asks, with no upper bound.
  case wait
}
