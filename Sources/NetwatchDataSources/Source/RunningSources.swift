/// The sources whose runs a task belongs to, the one that began first in front.
enum RunningSources {
  @TaskLocal static var current: [ObjectIdentifier] = []
}

/// A source was refreshed from within its own fetch, which would have waited for itself.
public struct RefreshWithinFetchError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence that says so.
  public var description: String {
    "the data source was refreshed from within its own fetch, which would wait for itself"
  }
}
