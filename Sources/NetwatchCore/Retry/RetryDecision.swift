/// An interceptor's answer to a failure.
public struct RetryDecision: Sendable {
  /// What is to be done.
  public enum Action: Sendable {
    /// Nothing, as far as this interceptor is concerned; the next one is asked.
    case noOpinion

    /// Another attempt after a time; zero or less is at once.
    case retryAfter(Duration)

    /// Another attempt when something has happened.
    case retryWhen(RetryEvent)
  }

  /// What is to be done.
  public let action: Action

  /// Why, in a few words, for the error's history and for logs.
  public let reason: String

  /// The draw behind a delay, where there was one.
  public let draw: BackoffDraw?

  private init(_ action: Action, _ reason: String, draw: BackoffDraw? = nil) {
    self.action = action
    self.reason = reason
    self.draw = draw
  }

  /// Leaves the decision to the others.
  public static func noOpinion(_ reason: String = "") -> Self { Self(.noOpinion, reason) }

  /// Proposes another attempt after a time.
  public static func retry(
    after delay: Duration,
    _ reason: String = "",
    draw: BackoffDraw? = nil
  ) -> Self {
    Self(.retryAfter(delay), reason, draw: draw)
  }

  /// Proposes another attempt when something has happened.
  public static func retry(when event: RetryEvent, _ reason: String = "") -> Self {
    Self(.retryWhen(event), reason)
  }
}

/// How a random delay came about, for those who read about it afterwards.
public struct BackoffDraw: Hashable, Sendable {
  /// The longest delay that could have been drawn.
  public let window: Duration

  /// The delay that was drawn.
  public let delay: Duration

  /// Creates the record of a draw.
  public init(window: Duration, delay: Duration) {
    self.window = window
    self.delay = delay
  }
}
