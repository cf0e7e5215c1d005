/// What a data source does when a value that it depends on changes.
public enum DataSourceDependencyMode: Hashable, Sendable {
  /// It refreshes at once, even where nobody subscribes.
  case eager

  /// It refreshes at once where somebody subscribes, and else once somebody does.
  case lazy

  /// It does not refresh by itself.
  case manual
}

/// A stream whose newest value is handed to a data source's fetch.
///
/// Made with `dependency(_:clear:)` of a stream, which is read by this dependency alone.
public struct DataSourceDependency<Element: Sendable>: Sendable {
  let stream: AsyncStream<Element>
  let rule: DependencyRule
}

extension AsyncStream where Element: Sendable {
  /// Makes a data source depend on the values of this stream.
  ///
  /// The stream's first value makes the dependency available. Every later one is a change: the time to
  /// live and the throttle's window of what was fetched before end, and a fetch under way is cancelled
  /// and made anew for those who wait for it.
  ///
  /// - Parameters:
  ///   - mode: Whether a change, and the first value, is followed by a refresh.
  ///   - clear: Whether a change replaces the source's value with the empty one at once.
  /// - Returns: The dependency, for `dataSource`. It has the stream for itself, whose values go to one
  ///   reader only.
  public func dependency(
    _ mode: DataSourceDependencyMode,
    clear: Bool = false
  ) -> DataSourceDependency<Element> {
    DataSourceDependency(stream: self, rule: DependencyRule(mode: mode, clears: clear))
  }
}

/// What a change of a dependency does.
struct DependencyRule: Hashable, Sendable {
  let mode: DataSourceDependencyMode
  let clears: Bool
}
