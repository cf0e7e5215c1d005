/// SQL with parameters, which go to the server as they are and need no escaping.
struct Statement: Sendable {
  /// Where a parameter is among the bytes; nil for NULL.
  struct Parameter: Sendable {
    let type: UInt32
    let range: Range<Int>?
  }

  let sql: String
  private(set) var parameters: [Parameter] = []

  /// Never empty, so that an empty parameter too is somewhere.
  private(set) var bytes: [UInt8] = [0]

  init(_ sql: String) {
    self.sql = sql
  }

  /// Adds the next parameter.
  mutating func add<Value: PostgresElement>(_ value: Value?) {
    let start = bytes.count
    value?.append(to: &bytes)
    let range = value.map { _ in start..<bytes.count }
    parameters.append(Parameter(type: Value.oid.scalar, range: range))
  }

  /// Adds the next parameter, a UUID in its 16 bytes.
  mutating func add(uuid: (UInt64, UInt64)) {
    let start = bytes.count
    bytes.append(bigEndian: uuid.0)
    bytes.append(bigEndian: uuid.1)
    parameters.append(Parameter(type: 2950, range: start..<bytes.count))
  }

  /// Adds the next parameter, an array.
  mutating func add<Value: PostgresElement>(array values: [Value]) {
    add(array: values.map(Optional.some))
  }

  /// Adds the next parameter, an array some of whose elements may be NULL.
  mutating func add<Value: PostgresElement>(array values: [Value?]) {
    let start = bytes.count
    appendHeader(count: values.count, type: Value.oid.scalar)
    for value in values { append(element: value) }
    parameters.append(Parameter(type: Value.oid.array, range: start..<bytes.count))
  }

  /// The number of dimensions, whether there may be NULL, the type, and the only dimension's size and
  /// first index.
  private mutating func appendHeader(count: Int, type: UInt32) {
    bytes.append(bigEndian: Int32(count == 0 ? 0 : 1))
    bytes.append(bigEndian: Int32(1))
    bytes.append(bigEndian: type)
    guard count > 0 else { return }
    bytes.append(bigEndian: Int32(clamping: count))
    bytes.append(bigEndian: Int32(1))
  }

  private mutating func append<Value: PostgresElement>(element: Value?) {
    let start = bytes.count
    bytes.append(bigEndian: Int32(-1))
    guard let element else { return }
    element.append(to: &bytes)
    let length = UInt32(clamping: bytes.count - start - 4)
    for index in 0..<4 {
      bytes[start + index] = UInt8(truncatingIfNeeded: length >> (24 - 8 * index))
    }
  }
}
