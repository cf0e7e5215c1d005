// The closures inherit the isolation of where they are written, so that they can use what lives on the
// main actor, or on another. `@_inheritActorContext`, which `Task` uses for that, is lost on a parameter
// behind a parameter pack: hence one function for each number of dependencies up to three.

/// Begins a data source: a value that is fetched, kept, refreshed and streamed.
///
/// ```swift
/// let items = dataSource { try await api.items() } onError: { _ in .keep }
///   .ttl(.seconds(300)).build()
/// ```
///
/// - Parameters:
///   - fetch: Fetches the value, isolated as the place where it is written. It should end soon when its
///     task is cancelled: no other fetch begins before.
///   - onError: Asked what becomes of the value when a refresh has failed, once a refresh, after all
///     retries; never about a cancellation.
/// - Returns: A builder, for modifiers and ``DataSourceBuilder/build()``.
public func dataSource<Value: Sendable & EmptyDataSourceValue>(
  @_inheritActorContext fetch: @escaping @isolated(any) @Sendable () async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction
) -> DataSourceBuilder<Value> {
  dataSource(
    fetch: fetch,
    onError: onError,
    emptyValue: { .emptyDataSourceValue }
  )
}

/// Begins a data source whose fetch depends on one other value.
///
/// - Parameters:
///   - first: A dependency, made with `dependency(_:clear:)` of a stream.
///   - fetch: Fetches the value, with the newest of each dependency: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
/// - Returns: A builder.
public func dataSource<Value: Sendable & EmptyDataSourceValue, D1: Sendable>(
  _ first: DataSourceDependency<D1>,
  @_inheritActorContext fetch: @escaping @isolated(any) @Sendable (D1) async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction
) -> DataSourceBuilder<Value> {
  dataSource(
    first,
    fetch: fetch,
    onError: onError,
    emptyValue: { .emptyDataSourceValue }
  )
}

/// Begins a data source whose fetch depends on two other values.
///
/// - Parameters:
///   - first: A dependency, made with `dependency(_:clear:)` of a stream.
///   - second: A dependency, made with `dependency(_:clear:)` of a stream.
///   - fetch: Fetches the value, with the newest of each dependency: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
/// - Returns: A builder.
public func dataSource<Value: Sendable & EmptyDataSourceValue, D1: Sendable, D2: Sendable>(
  _ first: DataSourceDependency<D1>,
  _ second: DataSourceDependency<D2>,
  @_inheritActorContext fetch: @escaping @isolated(any) @Sendable (D1, D2) async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction
) -> DataSourceBuilder<Value> {
  dataSource(
    first,
    second,
    fetch: fetch,
    onError: onError,
    emptyValue: { .emptyDataSourceValue }
  )
}

/// Begins a data source whose fetch depends on three other values.
///
/// - Parameters:
///   - first: A dependency, made with `dependency(_:clear:)` of a stream.
///   - second: A dependency, made with `dependency(_:clear:)` of a stream.
///   - third: A dependency, made with `dependency(_:clear:)` of a stream.
///   - fetch: Fetches the value, with the newest of each dependency: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
/// - Returns: A builder.
public func dataSource<
  Value: Sendable & EmptyDataSourceValue,
  D1: Sendable,
  D2: Sendable,
  D3: Sendable
>(
  _ first: DataSourceDependency<D1>,
  _ second: DataSourceDependency<D2>,
  _ third: DataSourceDependency<D3>,
  @_inheritActorContext fetch:
    @escaping @isolated(any) @Sendable (D1, D2, D3) async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction
) -> DataSourceBuilder<Value> {
  dataSource(
    first,
    second,
    third,
    fetch: fetch,
    onError: onError,
    emptyValue: { .emptyDataSourceValue }
  )
}

/// Begins a data source whose fetch depends on four or more other values.
///
/// The closures are on no actor, wherever they are written.
///
/// - Parameters:
///   - first: A dependency, made with `dependency(_:clear:)` of a stream.
///   - second: A dependency, made with `dependency(_:clear:)` of a stream.
///   - third: A dependency, made with `dependency(_:clear:)` of a stream.
///   - fourth: A dependency, made with `dependency(_:clear:)` of a stream.
///   - more: Further dependencies.
///   - fetch: Fetches the value, with the newest of each dependency: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
/// - Returns: A builder.
public func dataSource<
  Value: Sendable & EmptyDataSourceValue,
  D1: Sendable,
  D2: Sendable,
  D3: Sendable,
  D4: Sendable,
  each D: Sendable
>(
  _ first: DataSourceDependency<D1>,
  _ second: DataSourceDependency<D2>,
  _ third: DataSourceDependency<D3>,
  _ fourth: DataSourceDependency<D4>,
  _ more: repeat DataSourceDependency<each D>,
  @_inheritActorContext fetch:
    @escaping @isolated(any) @Sendable (D1, D2, D3, D4, repeat each D) async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction
) -> DataSourceBuilder<Value> {
  dataSource(
    first,
    second,
    third,
    fourth,
    repeat each more,
    fetch: fetch,
    onError: onError,
    emptyValue: { .emptyDataSourceValue }
  )
}
