internal import NetwatchCore

/// A value that is fetched from somewhere, kept, refreshed and streamed.
///
/// ```swift
/// let forecast = dataSource { try await api.forecast() } onError: { _ in .keep }
///   .ttl(.seconds(300)).retry(maxAttempts: 3).distinct().build()
/// Task { for await value in forecast.values { show(value) } }
/// try await forecast.refresh()
/// ```
///
/// It can be used from any task and thread. There is at most one fetch at a time: it is a task of the
/// source's, cancelled when nobody waits for it and the source did not want it itself. All ends, and
/// whoever waits gets `CancellationError`, with ``terminate()`` or the last reference to the source; its
/// streams hold none.
public final class DataSource<Value: Sendable>: Sendable {
  let core: DataSourceCore<Value>

  init(_ plan: SourcePlan<Value>) {
    core = DataSourceCore(plan)
    core.start(plan.dependencies)
  }

  deinit {
    core.terminate()
  }

  /// What there is now; safe to read from any thread, at any time.
  public var snapshot: DataSourceSnapshot<Value> {
    let now = core.now
    return core.storage.withLock { storage in
      let machine = storage.machine
      return DataSourceSnapshot(
        value: machine.value,
        state: machine.state,
        age: machine.fetchedAt.map { max($0.duration(to: now), .zero) },
        isFresh: machine.isFresh(at: now)
      )
    }
  }

  /// Fetches a new value, unless there is one that is good enough.
  ///
  /// In this order: clears the value, if asked to; returns it if its time to live is not over; waits for
  /// the debounce, then for the throttle; joins the fetch under way, or else checks the prerequisites,
  /// does what is to be done before a fetch, and fetches, with retries. `onError` is asked once, after
  /// the retries, and the error is thrown to everybody who waits.
  ///
  /// What the source itself calls, the fetch and `onError` for two, must not wait for a refresh of it.
  ///
  /// - Parameters:
  ///   - clear: Whether the value is replaced with the empty one first.
  ///   - joining: Whether a fetch that has begun before may answer; else one is made behind it, also
  ///     after a throttle's interval.
  /// - Returns: The value that was fetched, or that was good enough.
  /// - Throws: What the last attempt threw; ``PrerequisiteError``; ``BeforeFetchError``;
  ///   ``DependencyUnavailableError``; ``RefreshWithinFetchError``; ``DataSourceTerminatedError``;
  ///   `ConnectivityError` where nobody watches connectivity any more; `CancellationError` when this task
  ///   is cancelled, which is no matter to others who wait, and when the refresh is superseded or
  ///   cancelled, or the source terminated.
  @discardableResult
  public func refresh(clear: Bool = false, joining: Bool = true) async throws -> Value {
    // Else this could be the last use of the source, and its end.
    defer { withExtendedLifetime(self) {} }
    return try await core.refresh(clear: clear, joining: joining)
  }

  /// Replaces the value with the empty one.
  ///
  /// A fetch under way goes on, and brings the next value; ``cancelRefresh(clear:)`` ends it as well.
  public func clear() {
    core.perform { machine, _ in machine.clearRequested() }
  }

  /// Cancels every refresh, whether it fetches or waits to; whoever waits gets `CancellationError`.
  ///
  /// - Parameter clear: Whether the value is replaced with the empty one; by default it stays.
  public func cancelRefresh(clear: Bool = false) {
    core.perform { machine, now in machine.cancelRequested(clear: clear, at: now) }
  }

  /// Ends the source: what goes on is cancelled, streams end, and no refresh is possible any more.
  ///
  /// The value can still be read. A stored value stays where it is.
  public func terminate() {
    core.terminate()
  }
}

// MARK: - Auto-refresh

extension DataSource {
  /// Makes no refreshes unasked until ``resumeAutoRefresh()`` or ``restartAutoRefresh(immediate:)``.
  ///
  /// A refresh under way goes on. Without `autoRefresh` these functions do nothing.
  public func stopAutoRefresh() {
    core.perform { machine, _ in machine.autoRefreshStopped() }
  }

  /// Goes on with refreshes unasked, with the first one at once where it became due meanwhile.
  public func resumeAutoRefresh() {
    core.perform { machine, _ in machine.autoRefreshResumed() }
  }

  /// Goes on with refreshes unasked, with a new interval.
  ///
  /// - Parameter immediate: Whether to refresh now, whatever the value's time to live, and to return
  ///   when that is done. Its errors are for `onError` alone.
  public func restartAutoRefresh(immediate: Bool = false) async {
    let isOn = core.perform { machine, now in
      machine.autoRefreshRestarted(at: now)
      return machine.rules.autoRefresh != nil
    }
    guard immediate, isOn else { return }
    defer { withExtendedLifetime(self) {} }
    _ = try? await core.refresh(clear: false, joining: true, ignoresTTL: true)
  }
}

// MARK: - Streams

extension DataSource {
  /// The value: the present one first, then each that is fetched, and the empty one when it is cleared.
  ///
  /// Each access is a subscriber of its own, from now until the stream is let go of, its reader is
  /// cancelled or the source ends. One that falls behind skips to the newest value.
  public var values: AsyncStream<Value> {
    values(bufferingPolicy: .bufferingNewest(1))
  }

  /// The value, as ``values``, with another way with what is not read in time.
  ///
  /// - Parameter policy: What becomes of values that are not read in time. Without a bound they are all
  ///   kept, in memory, for a reader that may never come.
  /// - Returns: The stream.
  public func values(
    bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy
  ) -> AsyncStream<Value> {
    core.subscribe(
      to: \.values,
      current: { $0.machine.value },
      needsValue: true,
      policy: policy
    )
  }

  /// What the source is doing: now first, then every change.
  ///
  /// Reading it does not keep auto-refresh going. A reader that falls behind skips to the newest state.
  public var state: AsyncStream<DataSourceState> {
    state(bufferingPolicy: .bufferingNewest(1))
  }

  /// What the source is doing, as ``state``, with another way with what is not read in time.
  ///
  /// - Parameter policy: What becomes of states that are not read in time.
  /// - Returns: The stream.
  public func state(
    bufferingPolicy policy: AsyncStream<DataSourceState>.Continuation.BufferingPolicy
  ) -> AsyncStream<DataSourceState> {
    core.subscribe(
      to: \.states,
      current: { $0.machine.state },
      needsValue: false,
      policy: policy
    )
  }

  /// The value and what the source is doing: now first, then whenever either changes.
  ///
  /// Each access is a subscriber, as with ``values``.
  public var valueWithState: AsyncStream<DataSourceValueWithState<Value>> {
    valueWithState(bufferingPolicy: .bufferingNewest(1))
  }

  /// The value and what the source is doing, as ``valueWithState``, with another way with what is not
  /// read in time.
  ///
  /// - Parameter policy: What becomes of pairs that are not read in time.
  /// - Returns: The stream.
  public func valueWithState(
    bufferingPolicy policy: AsyncStream<DataSourceValueWithState<Value>>.Continuation
      .BufferingPolicy
  ) -> AsyncStream<DataSourceValueWithState<Value>> {
    core.subscribe(to: \.pairs, current: \.pair, needsValue: true, policy: policy)
  }
}
