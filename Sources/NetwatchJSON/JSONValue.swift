import CJansson

/// A value of a JSON text (RFC 8259), as libjansson reads it: strictly, in UTF-8, and of two members
/// of the same name it takes neither.
///
/// A value keeps the whole text's values in memory. It belongs to one task.
@safe package struct JSONValue {
  private let document: JSONDocument
  private let value: UnsafeMutablePointer<json_t>

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - bytes: One value, in UTF-8, with nothing but blanks around it.
  ///   - limits: How much may be in it.
  /// - Returns: The value.
  /// - Throws: ``JSONError`` for the first thing that is wrong.
  package static func read(
    _ bytes: [UInt8],
    within limits: JSONLimits
  ) throws(JSONError) -> JSONValue {
    let document = try JSONDocument(bytes, limits)
    return unsafe JSONValue(document, document.root)
  }

  init(_ document: JSONDocument, _ value: UnsafeMutablePointer<json_t>) {
    self.document = document
    unsafe self.value = value
  }

  private var type: json_type { unsafe netwatch_json_type(value) }
}

extension JSONValue {
  /// The text; nil where it is something else.
  package var text: String? {
    unsafe withText { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of the text; nil where it is something else.
  package var textBytes: [UInt8]? {
    unsafe withText { unsafe Array($0) }
  }

  private func withText<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    guard type == JSON_STRING, let start = unsafe json_string_value(value) else { return nil }
    defer { withExtendedLifetime(document) {} }
    return unsafe body(UnsafeRawBufferPointer(start: start, count: json_string_length(value)))
  }

  /// The whole number, in whatever way it is written; nil where it is something else.
  package var integer: Int? {
    switch type {
    case JSON_INTEGER: Int(unsafe json_integer_value(value))
    case JSON_REAL: Int(exactly: unsafe json_real_value(value))
    default: nil
    }
  }

  /// The number; nil where it is something else.
  package var number: Double? {
    switch type {
    case JSON_INTEGER, JSON_REAL: unsafe json_number_value(value)
    default: nil
    }
  }

  /// The values of a list; nil where it is something else.
  package var elements: [JSONValue]? {
    guard type == JSON_ARRAY else { return nil }
    return unsafe (0..<json_array_size(value)).compactMap { index in
      unsafe json_array_get(value, index).map { unsafe JSONValue(document, $0) }
    }
  }

  /// The members of an object, in the order of the text; nil where it is something else.
  package var members: JSONMembers? {
    guard type == JSON_OBJECT else { return nil }
    return unsafe JSONMembers(document, value)
  }
}
