import NetwatchCore
import NetwatchDataSources
import NetwatchSQLiteStores

extension StoredDataSourceValue {
  /// A value of a text, fetched so many milliseconds after 1970.
  static func text(_ text: String, at milliseconds: Int64 = 0) -> Self {
    StoredDataSourceValue(bytes: Array(text.utf8), fetchedAt: WallTime(milliseconds: milliseconds))
  }
}

/// The error of a call to a store of values; nil where it succeeded.
func storeFailure<Value>(_ body: () async throws -> Value) async throws -> DataSourceStoreError? {
  do {
    _ = try await body()
    return nil
  } catch let error as DataSourceStoreError {
    return error
  }
}
