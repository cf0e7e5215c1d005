/// Begins a data source of any type.
///
/// - Parameters:
///   - fetch: Fetches the value: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
///   - emptyValue: The value that it begins with, and is cleared to; asked once, now.
/// - Returns: A builder.
public func dataSource<Value: Sendable>(
  @_inheritActorContext fetch: @escaping @isolated(any) @Sendable () async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction,
  emptyValue: () -> Value
) -> DataSourceBuilder<Value> {
  DataSourceBuilder(
    emptyValue: emptyValue(),
    onError: { await onError($0) },
    fetch: { try await fetch() }
  )
}

/// Begins a data source of any type whose fetch depends on one other value.
///
/// - Parameters:
///   - first: A dependency, made with `dependency(_:clear:)` of a stream.
///   - fetch: Fetches the value, with the newest of each dependency: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
///   - emptyValue: The value that it begins with, and is cleared to; asked once, now.
/// - Returns: A builder.
public func dataSource<Value: Sendable, D1: Sendable>(
  _ first: DataSourceDependency<D1>,
  @_inheritActorContext fetch: @escaping @isolated(any) @Sendable (D1) async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction,
  emptyValue: () -> Value
) -> DataSourceBuilder<Value> {
  let first = BoundDependency(first, index: 0)
  return DataSourceBuilder(
    emptyValue: emptyValue(),
    dependencies: [first.reader],
    onError: { await onError($0) },
    fetch: { try await fetch(first.value) }
  )
}

/// Begins a data source of any type whose fetch depends on two other values.
///
/// - Parameters:
///   - first: A dependency, made with `dependency(_:clear:)` of a stream.
///   - second: A dependency, made with `dependency(_:clear:)` of a stream.
///   - fetch: Fetches the value, with the newest of each dependency: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
///   - emptyValue: The value that it begins with, and is cleared to; asked once, now.
/// - Returns: A builder.
public func dataSource<Value: Sendable, D1: Sendable, D2: Sendable>(
  _ first: DataSourceDependency<D1>,
  _ second: DataSourceDependency<D2>,
  @_inheritActorContext fetch: @escaping @isolated(any) @Sendable (D1, D2) async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction,
  emptyValue: () -> Value
) -> DataSourceBuilder<Value> {
  let first = BoundDependency(first, index: 0)
  let second = BoundDependency(second, index: 1)
  return DataSourceBuilder(
    emptyValue: emptyValue(),
    dependencies: [first.reader, second.reader],
    onError: { await onError($0) },
    fetch: { try await fetch(first.value, second.value) }
  )
}

/// Begins a data source of any type whose fetch depends on three other values.
///
/// - Parameters:
///   - first: A dependency, made with `dependency(_:clear:)` of a stream.
///   - second: A dependency, made with `dependency(_:clear:)` of a stream.
///   - third: A dependency, made with `dependency(_:clear:)` of a stream.
///   - fetch: Fetches the value, with the newest of each dependency: see ``dataSource(fetch:onError:)``.
///   - onError: Asked about a failed refresh: see there.
///   - emptyValue: The value that it begins with, and is cleared to; asked once, now.
/// - Returns: A builder.
public func dataSource<Value: Sendable, D1: Sendable, D2: Sendable, D3: Sendable>(
  _ first: DataSourceDependency<D1>,
  _ second: DataSourceDependency<D2>,
  _ third: DataSourceDependency<D3>,
  @_inheritActorContext fetch:
    @escaping @isolated(any) @Sendable (D1, D2, D3) async throws -> Value,
  @_inheritActorContext onError:
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction,
  emptyValue: () -> Value
) -> DataSourceBuilder<Value> {
  let first = BoundDependency(first, index: 0)
  let second = BoundDependency(second, index: 1)
  let third = BoundDependency(third, index: 2)
  return DataSourceBuilder(
    emptyValue: emptyValue(),
    dependencies: [first.reader, second.reader, third.reader],
    onError: { await onError($0) },
    fetch: { try await fetch(first.value, second.value, third.value) }
  )
}

/// Begins a data source of any type whose fetch depends on four or more other values.
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
///   - emptyValue: The value that it begins with, and is cleared to; asked once, now.
/// - Returns: A builder.
public func dataSource<
  Value: Sendable,
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
    @escaping @isolated(any) @Sendable (any Error) async -> FetchErrorAction,
  emptyValue: () -> Value
) -> DataSourceBuilder<Value> {
  let first = BoundDependency(first, index: 0)
  let second = BoundDependency(second, index: 1)
  let third = BoundDependency(third, index: 2)
  let fourth = BoundDependency(fourth, index: 3)
  var count = 4
  let more = (repeat BoundDependency(each more, index: next(&count)))
  var readers = [first.reader, second.reader, third.reader, fourth.reader]
  repeat readers.append((each more).reader)
  return DataSourceBuilder(
    emptyValue: emptyValue(),
    dependencies: readers,
    onError: { await onError($0) },
    fetch: {
      try await fetch(
        try first.value,
        try second.value,
        try third.value,
        try fourth.value,
        repeat try (each more).value
      )
    }
  )
}

/// The number, which is one more afterwards.
private func next(_ number: inout Int) -> Int {
  defer { number += 1 }
  return number
}
