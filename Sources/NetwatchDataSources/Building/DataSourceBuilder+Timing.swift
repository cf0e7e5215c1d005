public import NetwatchCore

extension DataSourceBuilder {
  /// Lets a value answer refreshes for a time, instead of a fetch.
  ///
  /// - Parameters:
  ///   - duration: The time from the end of the fetch, on a clock that runs through suspend: more than
  ///     zero.
  ///   - clear: Whether the value is replaced with the empty one when the time is over.
  /// - Returns: A builder with it. By default every refresh fetches.
  public func ttl(_ duration: Duration, clear: Bool = false) -> Self {
    with {
      $0.rules.ttl = duration
      $0.rules.clearsWhenExpired = clear
    }
  }

  /// Lets one fetch begin in each interval.
  ///
  /// A refresh within the interval that began with the last fetch returns what there is: the result of
  /// that fetch where it is under way, and else the present value, fetched or empty.
  ///
  /// - Parameters:
  ///   - interval: The time from the beginning of a fetch: more than zero.
  ///   - last: Whether calls within the interval are answered by one fetch at its end instead, which
  ///     begins the next interval.
  /// - Returns: A builder with it.
  public func throttle(_ interval: Duration, last: Bool = false) -> Self {
    with {
      $0.rules.throttle = interval
      $0.rules.throttleDeliversLast = last
    }
  }

  /// Waits until there has been no further call of refresh for a time.
  ///
  /// A call that is followed by another in that time throws `CancellationError`. What the source itself
  /// begins waits as well, but supersedes nobody.
  ///
  /// - Parameter interval: The time: more than zero.
  /// - Returns: A builder with it.
  public func debounce(_ interval: Duration) -> Self {
    with { $0.rules.debounce = interval }
  }

  /// Refreshes again and again while somebody subscribes to `values` or `valueWithState`.
  ///
  /// The interval begins with the end of each fetch, whoever asked for it, and with the first
  /// subscriber. It runs on while nobody subscribes, and a refresh that became due meanwhile is made
  /// when somebody does. The time to live of a value is of no account.
  ///
  /// - Parameter interval: The time: more than zero.
  /// - Returns: A builder with it.
  public func autoRefresh(_ interval: Duration) -> Self {
    with { $0.rules.autoRefresh = interval }
  }

  /// Answers a refresh with a value whose time to live is over, and fetches a new one meanwhile (RFC
  /// 5861, section 3).
  ///
  /// A value that a dependency's change made void is not served.
  ///
  /// - Parameter duration: How long after the time to live: more than zero; by default without end.
  /// - Returns: A builder with it. It needs a ``ttl(_:clear:)``.
  public func staleWhileRevalidate(for duration: Duration? = nil) -> Self {
    with { $0.rules.stale = duration.map { .servedFor($0) } ?? .served }
  }

  /// Takes time, and draws of jitter, from elsewhere.
  ///
  /// - Parameters:
  ///   - clock: What all durations are measured on; it should run through suspend.
  ///   - random: Where the draws of jitter come from: between attempts, and after an outage.
  /// - Returns: A builder with it. By default time is `ContinuousClock`'s, and all sources share one
  ///   timer and one pace of release.
  public func clock(_ clock: some Clock<Duration>, random: RandomSource = .system) -> Self {
    with { $0.runtime = SourceRuntime(clock: clock, random: random) }
  }
}
