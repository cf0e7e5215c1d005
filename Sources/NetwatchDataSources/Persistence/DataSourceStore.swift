public import NetwatchCore

/// A value of a data source as a store keeps it.
public struct StoredDataSourceValue: Hashable, Sendable {
  /// The value: JSON in UTF-8.
  public let bytes: [UInt8]

  /// When it was fetched; for its age in another process, where no other clock goes on.
  public let fetchedAt: WallTime

  /// Creates a value to store.
  public init(bytes: [UInt8], fetchedAt: WallTime) {
    self.bytes = bytes
    self.fetchedAt = fetchedAt
  }
}

/// Keeps the values of data sources from one start of a program to the next.
///
/// A source loads once, and saves and removes one after the other, also while it loads. A store may be
/// shared by many sources, and is called from any thread; it must not block it.
public protocol DataSourceStore: Sendable {
  /// The value that was saved last under a key; nil where there is none.
  func load(_ key: String) async throws -> StoredDataSourceValue?

  /// Keeps a value under a key, in place of an earlier one; returns once it is safe.
  func save(_ value: StoredDataSourceValue, for key: String) async throws

  /// Forgets what is kept under a key, if anything.
  func remove(_ key: String) async throws
}
