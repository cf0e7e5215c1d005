import NetwatchCore
import NetwatchTestSupport

@testable import NetwatchDataSources

extension LiveTrial {
  /// A builder with a scenario's settings.
  static func builder(
    _ scenario: SourceScenario,
    _ dependencies: [ScriptedDependency],
    _ fetch: ScriptedFetch<Int>,
    _ clock: ManualClock
  ) -> DataSourceBuilder<Int> {
    let rules = scenario.rules
    let bound = zip(dependencies, rules.dependencies).map { dependency, rule in
      dependency.stream.dependency(rule.mode, clear: rule.clears)
    }
    var builder = fetching(bound, fetch).clock(clock)
    if let ttl = rules.ttl { builder = builder.ttl(ttl, clear: rules.clearsWhenExpired) }
    switch rules.stale {
    case .refused: break
    case .served: builder = builder.staleWhileRevalidate()
    case .servedFor(let limit): builder = builder.staleWhileRevalidate(for: limit)
    }
    if let throttle = rules.throttle {
      builder = builder.throttle(throttle, last: rules.throttleDeliversLast)
    }
    if let debounce = rules.debounce { builder = builder.debounce(debounce) }
    if let interval = rules.autoRefresh { builder = builder.autoRefresh(interval) }
    return scenario.isDistinct ? builder.distinct(by: Fetched.areSame) : builder
  }

  private static func fetching(
    _ dependencies: [DataSourceDependency<Int>],
    _ fetch: ScriptedFetch<Int>
  ) -> DataSourceBuilder<Int> {
    let judge: @Sendable (any Error) -> FetchErrorAction = { error in
      (error as? Failure)?.name == "clear" ? .clear : .keep
    }
    switch dependencies.count {
    case 0:
      return dataSource {
        try await fetch()
      } onError: {
        judge($0)
      } emptyValue: {
        0
      }
    case 1:
      return dataSource(dependencies[0]) { _ in
        try await fetch()
      } onError: {
        judge($0)
      } emptyValue: {
        0
      }
    default:
      return dataSource(dependencies[0], dependencies[1]) { _, _ in
        try await fetch()
      } onError: {
        judge($0)
      } emptyValue: {
        0
      }
    }
  }
}
