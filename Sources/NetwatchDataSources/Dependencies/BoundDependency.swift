import NetwatchCore

/// A dependency of one source: what reads its stream, and the newest value.
final class BoundDependency<Element: Sendable>: Sendable {
  private let dependency: DataSourceDependency<Element>
  private let index: Int
  private let newest = Lock<Element?>(nil)

  init(_ dependency: DataSourceDependency<Element>, index: Int) {
    self.dependency = dependency
    self.index = index
  }

  /// The dependency without its type.
  var reader: DependencyReader {
    DependencyReader(rule: dependency.rule) { await self.read(arrived: $0) }
  }

  /// The newest value.
  ///
  /// - Throws: ``DependencyUnavailableError`` before the first.
  var value: Element {
    get throws(DependencyUnavailableError) {
      guard let value = newest.withLock(\.self) else {
        throw DependencyUnavailableError(index: index)
      }
      return value
    }
  }

  private func read(arrived: @Sendable () -> Bool) async {
    var isFirst = true
    for await value in dependency.stream {
      // The former value is let go of after the lock.
      _ = newest.withLock { newest in
        defer { newest = value }
        return newest
      }
      guard arrived() else { return }
      // What a stream has when the source is built is read at once, but not all that it may ever have.
      if isFirst { await Task.yield() }
      isFirst = false
    }
  }
}

/// A dependency without its type: the rule, and what reads its stream.
struct DependencyReader: Sendable {
  let rule: DependencyRule
  /// Reads until the stream ends, the task is cancelled, or the closure returns false, which is told of
  /// each value.
  let read: @Sendable (_ arrived: @escaping @Sendable () -> Bool) async -> Void
}
