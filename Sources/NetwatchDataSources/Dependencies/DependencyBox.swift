import NetwatchCore

/// The newest value of a dependency.
final class DependencyBox<Element: Sendable>: Sendable {
  private let index: Int
  private let newest = Lock<Element?>(nil)

  init(index: Int) {
    self.index = index
  }

  /// The newest value.
  ///
  /// - Throws: ``DependencyUnavailableError`` before the first.
  func value() throws(DependencyUnavailableError) -> Element {
    guard let value = newest.withLock(\.self) else {
      throw DependencyUnavailableError(index: index)
    }
    return value
  }

  /// Takes what the stream gives, and tells of each value.
  ///
  /// - Parameters:
  ///   - stream: The values.
  ///   - arrived: Told after each; returns whether the next is wanted.
  func read(_ stream: AsyncStream<Element>, arrived: @Sendable () -> Bool) async {
    for await value in stream {
      // The former value is let go of after the lock.
      _ = newest.withLock { newest in
        defer { newest = value }
        return newest
      }
      guard arrived() else { return }
      // What a stream has when the source is built is read at once, but not all that it may ever have.
      await Task.yield()
    }
  }
}

/// A dependency of a source that is being built: what reads it, and the newest value.
struct BoundDependency<Element: Sendable>: Sendable {
  let reader: DependencyReader
  private let box: DependencyBox<Element>

  init(_ dependency: DataSourceDependency<Element>, index: Int) {
    let box = DependencyBox<Element>(index: index)
    self.box = box
    reader = DependencyReader(rule: dependency.rule) {
      await box.read(dependency.stream, arrived: $0)
    }
  }

  /// The newest value.
  ///
  /// - Throws: ``DependencyUnavailableError`` before the first.
  var value: Element {
    get throws(DependencyUnavailableError) { try box.value() }
  }
}

/// A dependency without its type: the rule, and what reads its stream.
struct DependencyReader: Sendable {
  let rule: DependencyRule
  /// Reads until the stream ends, the task is cancelled, or the closure returns false.
  let read: @Sendable (_ arrived: @escaping @Sendable () -> Bool) async -> Void
}
