internal import NetwatchCore
internal import NetwatchJSON

/// A member of an object, to be read as what it is meant to be.
struct SubmittedMember {
  let name: String
  let value: JSONValue

  /// Where the object stands.
  let parent: SubmittedPath

  var path: SubmittedPath { parent[name] }

  /// A complaint of it.
  func refusal(_ message: String) -> JobRefusal { path.refusal(message) }

  func object() throws(JobRefusal) -> SubmittedObject { try SubmittedObject(value, at: path) }

  func text() throws(JobRefusal) -> String {
    guard let text = value.text else { throw refusal("expected text") }
    return text
  }

  /// Reads the bytes of a text.
  func textBytes() throws(JobRefusal) -> [UInt8] {
    guard let bytes = value.textBytes else { throw refusal("expected text") }
    return bytes
  }

  /// Reads a text of 1 to so many bytes.
  func text(upTo limit: Int) throws(JobRefusal) -> String {
    let text = try text()
    guard (1...limit).contains(text.utf8.count) else {
      throw refusal("expected text of 1 to \(limit) bytes")
    }
    return text
  }

  /// Reads a text of one line, which is shown to people: without controls.
  func line(upTo limit: Int) throws(JobRefusal) -> String {
    let line = try text(upTo: limit)
    // The general category Cc.
    guard !line.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
    else { throw refusal("expected text without control characters") }
    return line
  }

  /// Reads a value by the word for it.
  func choice<Value: CaseIterable & CustomStringConvertible>() throws(JobRefusal) -> Value {
    let word = try text()
    if let choice = Value.allCases.first(where: { $0.description == word }) { return choice }
    let words = Value.allCases.map(\.description)
    throw refusal("expected \(ConfigurationText.alternatives(words))")
  }

  /// Reads a length of time within bounds: text with a unit such as `5m`, or a number of seconds.
  func duration(_ range: ClosedRange<Duration>) throws(JobRefusal) -> Duration {
    guard let duration else {
      throw refusal("expected a duration such as 250ms, 3s, 5m, 1h or 7d, or a number of seconds")
    }
    guard range.contains(duration) else {
      throw refusal("expected \(DurationText.expectation(range))")
    }
    return duration
  }

  private var duration: Duration? {
    value.text.map(DurationText.parse) ?? value.number.flatMap(DurationText.duration)
  }
}
