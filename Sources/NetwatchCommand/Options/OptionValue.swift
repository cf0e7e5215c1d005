internal import NetwatchCore

/// Reads values that options of several commands have in common.
package enum OptionValue {
  /// A duration.
  package static func duration(_ name: String, _ text: String) throws(UsageError) -> Duration {
    guard let value = DurationText.parse(text) else {
      throw UsageError("\(name) needs a duration such as 250ms, 3s, 5m, 1h or 7d, not '\(text)'")
    }
    return value
  }

  /// A limit: as for timeout(1), no time at all means none.
  package static func limit(_ name: String, _ text: String) throws(UsageError) -> Duration? {
    let value = try duration(name, text)
    return value == .zero ? nil : value
  }

  /// One of some values, by the text that each has.
  package static func choice<Value: CustomStringConvertible>(
    _ name: String,
    _ text: String,
    _ values: [Value]
  ) throws(UsageError) -> Value {
    guard let value = values.first(where: { $0.description == text }) else {
      let words = values.map(\.description).joined(separator: ", ")
      throw UsageError("\(name) needs one of \(words), not '\(text)'")
    }
    return value
  }

  /// A field of a header, its value without the blanks in front; a complaint does not quote what may be
  /// a secret.
  package static func headerField(
    _ name: String,
    _ text: String
  ) throws(UsageError) -> (name: String, value: String) {
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      throw UsageError("\(name) needs 'NAME: VALUE'")
    }
    let value = text[text.index(after: colon)...].drop { " \t".contains($0) }
    return (String(text[..<colon]), String(value))
  }
}
