import NetwatchCore

/// A data source in the making: each modifier returns one that does more, and ``build()`` makes it.
///
/// The order of modifiers does not matter; of the same one, the last counts, except for `requires`,
/// `beforeFetch` and `failableBeforeFetch`, which add to one another.
public struct DataSourceBuilder<Value: Sendable>: Sendable {
  var plan: SourcePlan<Value>
  /// One for all builders that came from the same call of `dataSource`.
  private let isBuilt = BuildMark()

  init(
    emptyValue: Value,
    dependencies: [DependencyReader] = [],
    onError: @escaping @Sendable (any Error) async -> FetchErrorAction,
    fetch: @escaping @Sendable () async throws -> Value
  ) {
    plan = SourcePlan(
      emptyValue: emptyValue,
      fetcher: Fetcher(fetch: fetch, onError: onError),
      dependencies: dependencies
    )
    plan.rules.dependencies = dependencies.map(\.rule)
  }

  func with(_ change: (inout SourcePlan<Value>) -> Void) -> Self {
    var copy = self
    change(&copy.plan)
    return copy
  }

  /// Makes the data source.
  ///
  /// The process ends with a message where a setting makes no sense, and where a source was made from
  /// this builder before, or from one that it was derived from: they would share streams that can be
  /// read once. Settings that come from outside are for ``buildValidated()``.
  ///
  /// - Returns: The source. It reads its dependencies and its stored value already, and fetches where an
  ///   eager dependency has a value; it ends with ``DataSource/terminate()`` or the last reference.
  public func build() -> DataSource<Value> {
    do {
      return try buildValidated()
    } catch {
      // Not a precondition: an optimised build would not say what is wrong.
      fatalError("\(error)")
    }
  }

  /// Makes the data source, unless a setting makes no sense.
  ///
  /// The process ends with a message where a source was made from this builder before: see ``build()``.
  ///
  /// - Returns: The source.
  /// - Throws: ``DataSourceConfigurationError``, which names the setting.
  public func buildValidated() throws(DataSourceConfigurationError) -> DataSource<Value> {
    if let flaw = plan.flaw { throw flaw }
    guard isBuilt.set() else {
      fatalError(
        "a data source was built twice from one builder; call dataSource once for each source"
      )
    }
    return DataSource(plan)
  }
}

/// Whether something was built.
private final class BuildMark: Sendable {
  private let isSet = Lock(false)

  /// Returns whether it was not set before.
  func set() -> Bool {
    isSet.withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
