import NetwatchCore

/// All that a data source is made from.
struct SourcePlan<Value: Sendable>: Sendable {
  var rules = SourceRules()
  let emptyValue: Value
  var fetcher: Fetcher<Value>
  var dependencies: [DependencyReader] = []
  var isRepeat: (@Sendable (Value, Value) -> Bool)?
  var stored: StoredCopy<Value>?
  var runtime = SourceRuntime.shared

  /// The first setting that makes no sense.
  var flaw: DataSourceConfigurationError? { rules.flaw ?? fetcher.strategy.flaw }
}
