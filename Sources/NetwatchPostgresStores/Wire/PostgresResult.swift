import CPostgres

/// What a server answered: rows, or an error.
///
/// Used by one thread only.
@safe final class PostgresResult {
  private let handle: OpaquePointer

  init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe PQclear(handle)
  }

  /// What the server refused, and why; nil where it did not.
  var failure: PostgresFailure? {
    switch unsafe PQresultStatus(handle) {
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: nil
    default:
      PostgresFailure(
        state: field(CChar(bitPattern: UInt8(ascii: "C"))),
        message: field(CChar(bitPattern: UInt8(ascii: "M")))
          ?? "the server refused a statement"
      )
    }
  }

  private func field(_ code: CChar) -> String? {
    guard let text = unsafe PQresultErrorField(handle, CInt(code)) else { return nil }
    return unsafe String(cString: text)
  }

  var rows: Range<Int> { 0..<Int(unsafe PQntuples(handle)) }

  /// A value; nil where it is NULL, not there, or of another type.
  func value<Value: PostgresElement>(
    _ row: Int,
    _ column: Int,
    as type: Value.Type = Value.self
  ) -> Value? {
    unsafe bytes(row, column).flatMap { unsafe Value($0) }
  }

  /// The elements of an array; empty where it is NULL.
  func array<Value: PostgresElement>(
    _ row: Int,
    _ column: Int,
    of type: Value.Type = Value.self
  ) -> [Value] {
    guard let bytes = unsafe bytes(row, column), bytes.count >= 20 else { return [] }
    var values: [Value] = []
    // Behind the header (see Statement) each element has its length before it, -1 for NULL.
    var offset = 20
    while offset + 4 <= bytes.count {
      let length = unsafe Int32(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 4])) ?? -1
      offset += 4
      let end = offset + max(Int(length), 0)
      guard end <= bytes.count else { break }
      let element = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<end])
      if length >= 0, let value = unsafe Value(element) { values.append(value) }
      offset = end
    }
    return values
  }

  /// Good only while the result lives.
  private func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (CInt(clamping: row), CInt(clamping: column))
    guard unsafe PQgetisnull(handle, row, column) == 0 else { return nil }
    return unsafe UnsafeRawBufferPointer(
      start: PQgetvalue(handle, row, column),
      count: Int(PQgetlength(handle, row, column))
    )
  }
}
