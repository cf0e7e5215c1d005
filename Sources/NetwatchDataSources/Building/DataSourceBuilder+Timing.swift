import NetwatchCore

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
  /// that fetch where it is under way, and else the present value. Where there is none, because the
  /// fetch failed or the value was cleared, it waits for the interval's end, and fetches.
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

  /// Takes time from a clock of the caller's.
  ///
  /// - Parameter clock: What all durations are measured on; it should run through suspend.
  /// - Returns: A builder with it, and a timer of its own: many sources share one by means of
  ///   ``clock(_:)-(DataSourceClock)``. By default time is `ContinuousClock`'s.
  public func clock(_ clock: some Clock<Duration>) -> Self {
    self.clock(DataSourceClock(clock))
  }

  /// Takes time, and draws of jitter, from elsewhere.
  ///
  /// - Parameter clock: A clock that many sources can share.
  /// - Returns: A builder with it.
  public func clock(_ clock: DataSourceClock) -> Self {
    with { $0.runtime = clock.runtime }
  }
}
