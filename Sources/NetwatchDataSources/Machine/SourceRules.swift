import NetwatchCore

/// When a data source fetches: the settings that its machine goes by.
struct SourceRules: Sendable {
  /// How long a value answers refreshes; nil: every refresh fetches.
  var ttl: Duration?
  /// Whether the value goes when its time is over.
  var clearsWhenExpired = false
  var stale = StalePolicy.refused
  /// The time from the beginning of one fetch to that of the next.
  var throttle: Duration?
  var throttleDeliversLast = false
  /// How long there must be no further call.
  var debounce: Duration?
  /// The time from the end of one fetch to the next that is made unasked.
  var autoRefresh: Duration?
  var dependencies: [DependencyRule] = []
  /// Whether there is a stored value to wait for.
  var isPersisted = false

  /// Whether a value whose time is over still answers a refresh, while a new one is fetched.
  enum StalePolicy: Hashable, Sendable {
    case refused, served
    /// For so long after its time.
    case servedFor(Duration)
  }

  /// The first setting that makes no sense.
  var flaw: DataSourceConfigurationError? {
    .unlessPositive(ttl, "the time to live")
      ?? .unlessPositive(throttle, "the throttle's interval")
      ?? .unlessPositive(debounce, "the debounce's interval")
      ?? .unlessPositive(autoRefresh, "the interval of autoRefresh")
      ?? .unlessPositive(staleLimit, "the time of staleWhileRevalidate")
      ?? .unless(
        stale == .refused || !clearsWhenExpired,
        "staleWhileRevalidate is set with ttl(clear: true); expected one of them, for a value to serve"
      )
      ?? .unless(
        stale == .refused || ttl != nil,
        "staleWhileRevalidate is set without ttl; expected a ttl, for a value to become stale"
      )
  }

  private var staleLimit: Duration? {
    guard case .servedFor(let limit) = stale else { return nil }
    return limit
  }
}
