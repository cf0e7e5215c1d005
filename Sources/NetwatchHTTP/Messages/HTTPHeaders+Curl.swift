package import NetwatchCurl

extension HTTPHeaders {
  /// Takes over the fields of an answer.
  ///
  /// What is left in a value of a line that was folded (RFC 9112, section 5.2), and of characters that
  /// no value may have (RFC 9110, section 5.5), becomes blanks, as those sections ask; blanks around
  /// a value do not belong to it.
  package init(_ fields: [CurlHeader]) {
    self.init(fields.map { HTTPField(name: $0.name, value: Self.unfolded($0.value)) })
  }

  private static func unfolded(_ value: String) -> String {
    let isClean = value.utf8.allSatisfy { !$0.isBlank && !$0.isBreak }
    if isClean { return value }
    let bytes = value.utf8.map { $0.isBreak ? UInt8(ascii: " ") : $0 }
    return String(decoding: bytes.trimmingBlanks, as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether the byte ends a line or, as a NUL, a string of C.
  fileprivate var isBreak: Bool { self == 0x0A || self == 0x0D || self == 0 }
}
