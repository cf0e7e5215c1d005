/// Factories for the built-in interceptors that add retries to a client.
///
/// Interceptors are asked in reverse order, so `retryWhenConnected` comes last in the list: it is then
/// asked first and, while the connection is assumed unavailable, waits for it instead of letting
/// `retryWithBackoff` use up its attempts.
public enum RequestInterceptors {
  /// Creates an interceptor that makes a retryable failure wait for connectivity while the connection
  /// is assumed unavailable; otherwise it has no opinion.
  ///
  /// - Parameter connectivityManager: Who knows when connectivity is assumed available again.
  /// - Returns: An interceptor that can be shared between clients.
  public static func retryWhenConnected(
    connectivityManager: any ConnectivityManagerProtocol
  ) -> RetryInterceptor {
    .retryWhenConnected(connectivityManager)
  }

  /// Creates an interceptor that retries retryable failures after a full-jitter exponential backoff,
  /// and decides when to give up.
  ///
  /// - Parameters:
  ///   - maxAttempts: The most attempts in a row, the initial one included; nil for no limit. To limit
  ///     the retries of a request in all, give the client a `maxRetryCount`.
  ///   - transientBaseDelay: The base for retryable failures other than HTTP 429.
  ///   - throttlingBaseDelay: The base for HTTP 429.
  ///   - maxDelay: The longest backoff. A Retry-After up to this long is waited for as a minimum.
  ///   - retryAfterAboveMaxDelay: What to do about a longer Retry-After.
  /// - Returns: An interceptor that keeps no state and can be shared between clients.
  public static func retryWithBackoff(
    maxAttempts: Int? = 3,
    transientBaseDelay: Duration = .milliseconds(100),
    throttlingBaseDelay: Duration = .seconds(1),
    maxDelay: Duration = .seconds(20),
    retryAfterAboveMaxDelay: RetryAfterAboveMaxDelay = .giveUp
  ) -> RetryInterceptor {
    .retryWithBackoff(
      maxAttempts: maxAttempts,
      transientBaseDelay: transientBaseDelay,
      throttlingBaseDelay: throttlingBaseDelay,
      maxDelay: maxDelay,
      retryAfterAboveMaxDelay: retryAfterAboveMaxDelay
    )
  }
}
