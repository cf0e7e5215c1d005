/// What becomes of the cached value when a fetch has failed for good.
///
/// Returned from the `onError` of `dataSource`, which is asked once a refresh, after all retries.
public enum FetchErrorAction: Hashable, Sendable {
  /// The value stays.
  case keep

  /// The value is replaced with the empty one.
  case clear
}

/// Whether a failed attempt is followed by another.
///
/// Returned from the `onError` of `retry`, which is asked after each failed attempt but the last.
public enum RetryErrorAction: Hashable, Sendable {
  /// Another attempt is made.
  case retry

  /// None is: what becomes of the value is for the `onError` of `dataSource` to say.
  case stop
}
