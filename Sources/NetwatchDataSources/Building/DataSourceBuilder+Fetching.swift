public import NetwatchCore

extension DataSourceBuilder {
  /// Tries a fetch that failed again.
  ///
  /// - Parameters:
  ///   - maxAttempts: The most attempts, the first included: 1 or more.
  ///   - delay: The pause between attempts: zero or more; by default none.
  /// - Returns: A builder with it. By default there is one attempt.
  public func retry(maxAttempts: Int, delay: Duration = .zero) -> Self {
    retry(strategy: .fixed(maxAttempts: maxAttempts, delay: delay))
  }

  /// Tries a fetch that failed again, as long as the error is worth it.
  ///
  /// - Parameters:
  ///   - maxAttempts: The most attempts, the first included: 1 or more.
  ///   - delay: The pause between attempts: zero or more; by default none.
  ///   - onError: Asked about the error of each attempt but the last; never about a cancellation.
  /// - Returns: A builder with it.
  public func retry(
    maxAttempts: Int,
    delay: Duration = .zero,
    @_inheritActorContext onError:
      @escaping @isolated(any) @Sendable (any Error) async -> RetryErrorAction
  ) -> Self {
    retry(strategy: .fixed(maxAttempts: maxAttempts, delay: delay), onError: onError)
  }

  /// Tries a fetch that failed again.
  ///
  /// - Parameter strategy: How often, and with which pauses.
  /// - Returns: A builder with it.
  public func retry(strategy: RetryStrategy) -> Self {
    with {
      $0.fetcher.strategy = strategy
      $0.fetcher.recover = { _ in .retry }
    }
  }

  /// Tries a fetch that failed again, as long as the error is worth it.
  ///
  /// - Parameters:
  ///   - strategy: How often, and with which pauses.
  ///   - onError: Asked about the error of each attempt but the last; never about a cancellation.
  /// - Returns: A builder with it.
  public func retry(
    strategy: RetryStrategy,
    @_inheritActorContext onError:
      @escaping @isolated(any) @Sendable (any Error) async -> RetryErrorAction
  ) -> Self {
    with {
      $0.fetcher.strategy = strategy
      $0.fetcher.recover = { await onError($0) }
    }
  }

  /// Lets only those values be told to subscribers that differ from the one before.
  ///
  /// - Parameter areSame: Whether two values count as the same; called on any thread, never at once for
  ///   one source.
  /// - Returns: A builder with it. By default every fetched value is told.
  public func distinct(by areSame: @escaping @Sendable (Value, Value) -> Bool) -> Self {
    with { $0.isRepeat = areSame }
  }

  /// Fetches only where a condition holds.
  ///
  /// - Parameter prerequisite: The condition, looked at before each fetch, after those that were given
  ///   before.
  /// - Returns: A builder with it. A refresh throws ``PrerequisiteError`` where it does not hold.
  public func requires(_ prerequisite: some DataSourceRefreshPrerequisite) -> Self {
    with { $0.fetcher.prerequisites.append(prerequisite) }
  }

  /// Does something before each fetch, not before each attempt.
  ///
  /// - Parameter action: What to do.
  /// - Returns: A builder with it.
  public func beforeFetch(
    @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async -> Void
  ) -> Self {
    with { $0.fetcher.preparations.append { await action() } }
  }

  /// Does something before each fetch, not before each attempt, that keeps the fetch from being made
  /// where it fails.
  ///
  /// - Parameter action: What to do.
  /// - Returns: A builder with it. A refresh throws ``BeforeFetchError`` where it throws.
  public func failableBeforeFetch(
    @_inheritActorContext _ action: @escaping @isolated(any) @Sendable () async throws -> Void
  ) -> Self {
    with {
      $0.fetcher.preparations.append {
        do {
          try await action()
        } catch {
          guard NetworkErrorType(of: error) != .cancelled else { throw CancellationError() }
          throw BeforeFetchError(underlying: error)
        }
      }
    }
  }

  /// Fetches only while a connection is assumed to be available.
  ///
  /// An attempt that fails for a transient reason while the connection is gone costs none of the
  /// attempts of `retry`: it is made again after the wait.
  ///
  /// - Parameters:
  ///   - manager: Knows of connectivity; it has to be watching.
  ///   - offline: What a refresh does meanwhile; by default it parks.
  ///   - destination: The unit of pacing after an outage, such as the server's name: sources that name
  ///     the same one are released one after the other until it stands, and a fetch must not wait
  ///     for another of them. By default each source has its own.
  /// - Returns: A builder with it. A refresh that is parked when the manager stops watching throws
  ///   `ConnectivityError`.
  public func requiresConnectivity(
    _ manager: any ConnectivityManagerProtocol,
    offline: OfflineBehavior = .park,
    destination: String? = nil
  ) -> Self {
    with {
      $0.fetcher.connectivity = ConnectivityNeed(
        manager: manager,
        offline: offline,
        destination: destination ?? SourceNumber.next()
      )
    }
  }
}

extension DataSourceBuilder where Value: Equatable {
  /// Lets only those values be told to subscribers that are not equal to the one before.
  ///
  /// - Returns: A builder with it. By default every fetched value is told.
  public func distinct() -> Self {
    distinct(by: ==)
  }
}

extension DataSourceBuilder where Value: Codable {
  /// Begins with the value that an earlier process fetched, and keeps what is fetched for the next.
  ///
  /// The value's time to live goes on from when it was fetched. A refresh waits until the store has
  /// answered; one that fetches returns once the store has the value, or has failed to take it. A
  /// value that is cleared is removed.
  ///
  /// - Parameters:
  ///   - store: Where it is kept.
  ///   - key: Under which name: one for each source, and for each value of what it depends on; the
  ///     first value of a dependency is taken for the one that the stored value was fetched with.
  ///   - onError: Told of what the store or the coding fails with; the source goes on without.
  /// - Returns: A builder with it.
  public func persisted(
    in store: any DataSourceStore,
    as key: String,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) -> Self {
    with {
      $0.rules.isPersisted = true
      $0.stored = StoredCopy(in: store, as: key, coding: .json, onError: onError)
    }
  }
}

/// Tells sources apart that have no destination.
private enum SourceNumber {
  private static let last = Lock(0)

  static func next() -> String {
    last.withLock { last in
      last += 1
      return "data source \(last)"
    }
  }
}
