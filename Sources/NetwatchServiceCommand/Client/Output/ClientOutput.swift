internal import Glibc
internal import NetwatchClient
internal import NetwatchCommand
internal import NetwatchCore
internal import NetwatchText

/// Standard output of the service and its clients; who reads it may go away.
enum ClientOutput {
  /// Prints text, which is safe for a terminal, and a line break.
  static func print(_ text: String) throws {
    try write { $0.append(text) }
  }

  /// What is left to do where a text is all that was asked for.
  static func printing(_ text: String) -> @Sendable () async throws -> ExitStatus {
    {
      try print(text)
      return .yes
    }
  }

  /// Prints a document as a line of JSON.
  static func print(json document: some Encodable) throws {
    let bytes = try ServiceJSON.encode(document)
    try write { line in
      for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
        line.append(jsonSafe: scalar)
      }
    }
  }

  /// Writes a line, or what of several lines comes before the last line break.
  static func write(_ fill: (inout TextBuffer) -> Void) throws {
    var writer = LineWriter()
    try writer.writeUnlessClosed(fill)
  }
}

extension TextBuffer {
  /// Appends a character of JSON; what a terminal might obey stands in strings only, and is escaped.
  fileprivate mutating func append(jsonSafe scalar: Unicode.Scalar) {
    guard scalar.isUnsafeOnTerminal else { return append(String(Character(scalar))) }
    for unit in Character(scalar).utf16 {
      let digits = String(unit, radix: 16)
      append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
    }
  }
}
