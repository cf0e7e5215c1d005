import CJansson

/// A text that was read, owned by the values that are seen of it.
@safe final class JSONDocument {
  let root: UnsafeMutablePointer<json_t>

  /// Reads a text.
  init(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONError) {
    try limits.check(bytes)
    var error = json_error_t()
    let root = unsafe bytes.withUnsafeBytes { text in
      unsafe json_loadb(
        text.baseAddress?.assumingMemoryBound(to: CChar.self),
        text.count,
        Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL),
        &error
      )
    }
    guard let root = unsafe root else {
      throw unsafe JSONError(
        Self.explanation(of: json_error_code(&error)),
        line: Int(error.line),
        column: Int(error.column)
      )
    }
    unsafe self.root = root
  }

  deinit {
    unsafe json_decref(root)
  }

  private static func explanation(of code: json_error_code) -> String {
    switch code {
    case json_error_out_of_memory: "there is no memory left to read it"
    case json_error_duplicate_key: "a name stands twice in an object"
    case json_error_null_byte_in_key: "a name has a zero in it"
    case json_error_numeric_overflow: "a number is too large"
    case json_error_premature_end_of_input: "it ends before a value does"
    default: "it is not JSON in UTF-8"
    }
  }
}
