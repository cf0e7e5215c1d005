/// How much a store of values takes; both limits are there to notice mistakes.
public struct DataSourceStoreLimits: Hashable, Sendable {
  /// The longest key, in bytes of UTF-8; by default 1,024, and from 1 to 1 MiB.
  public let keyLength: Int

  /// The largest value, in bytes of JSON; by default 16 MiB, and from 0 to 512 MiB.
  public let valueSize: Int

  /// Creates limits; a number out of bounds counts as the nearest bound.
  public init(keyLength: Int = 1_024, valueSize: Int = 16 << 20) {
    self.keyLength = min(max(keyLength, 1), 1 << 20)
    self.valueSize = min(max(valueSize, 0), 512 << 20)
  }
}

extension DataSourceStoreLimits {
  func check(key: String, for operation: DataSourceStoreError.Operation) throws {
    let length = key.utf8.count
    guard length > keyLength else { return }
    throw DataSourceStoreError(
      .invalid,
      operation,
      "the key has \(length) bytes; the limit is \(keyLength)"
    )
  }

  func check(_ bytes: [UInt8], for operation: DataSourceStoreError.Operation) throws {
    guard bytes.count > valueSize else { return }
    throw DataSourceStoreError(
      .invalid,
      operation,
      "it has \(bytes.count) bytes; the limit is \(valueSize)"
    )
  }
}
