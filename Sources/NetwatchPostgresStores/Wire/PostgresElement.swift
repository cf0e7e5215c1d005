/// A value in PostgreSQL's binary format: whole numbers are big-endian, text and bytes are as they
/// are.
protocol PostgresElement {
  /// The number of the type in every database (src/include/catalog/pg_type.dat), and that of its array.
  static var oid: (scalar: UInt32, array: UInt32) { get }

  func append(to bytes: inout [UInt8])

  /// Reads a value back; nil where the bytes are of another type.
  init?(_ bytes: UnsafeRawBufferPointer)
}

extension [UInt8] {
  mutating func append(bigEndian value: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: value.bigEndian) { unsafe append(contentsOf: $0) }
  }
}

extension FixedWidthInteger {
  fileprivate init?(bigEndianBytes bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.bitWidth / 8 else { return nil }
    self = Self(bigEndian: unsafe bytes.loadUnaligned(as: Self.self))
  }
}

extension Int64: PostgresElement {
  static var oid: (scalar: UInt32, array: UInt32) { (20, 1016) }
  func append(to bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  init?(_ bytes: UnsafeRawBufferPointer) { unsafe self.init(bigEndianBytes: bytes) }
}

extension Int32: PostgresElement {
  static var oid: (scalar: UInt32, array: UInt32) { (23, 1007) }
  func append(to bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  init?(_ bytes: UnsafeRawBufferPointer) { unsafe self.init(bigEndianBytes: bytes) }
}

extension Int16: PostgresElement {
  static var oid: (scalar: UInt32, array: UInt32) { (21, 1005) }
  func append(to bytes: inout [UInt8]) { bytes.append(bigEndian: self) }
  init?(_ bytes: UnsafeRawBufferPointer) { unsafe self.init(bigEndianBytes: bytes) }
}

extension Bool: PostgresElement {
  static var oid: (scalar: UInt32, array: UInt32) { (16, 1000) }
  func append(to bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 1 else { return nil }
    self = unsafe bytes[0] != 0
  }
}

extension String: PostgresElement {
  static var oid: (scalar: UInt32, array: UInt32) { (25, 1009) }
  func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
  init?(_ bytes: UnsafeRawBufferPointer) { self = unsafe String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8]: PostgresElement {
  static var oid: (scalar: UInt32, array: UInt32) { (17, 1001) }
  func append(to bytes: inout [UInt8]) { bytes.append(contentsOf: self) }
  init?(_ bytes: UnsafeRawBufferPointer) { self = unsafe Array(bytes) }
}
