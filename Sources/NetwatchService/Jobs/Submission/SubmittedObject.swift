internal import NetwatchCore

/// A name in an object of JSON; any text is one, so that unknown ones are noticed.
struct SubmittedKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// An object that is read name by name.
struct SubmittedObject {
  private let container: KeyedDecodingContainer<SubmittedKey>

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: SubmittedKey.self)
  }

  /// The names, in no order.
  var keys: [SubmittedKey] { container.allKeys }

  /// Reads a value of any type.
  func value<Value: Decodable>(_ key: SubmittedKey) throws -> Value {
    try container.decode(Value.self, forKey: key)
  }

  /// Reads a text of 1 to so many bytes.
  func text(_ key: SubmittedKey, upTo limit: Int) throws -> String {
    let text: String = try value(key)
    guard (1...limit).contains(text.utf8.count) else {
      throw refusal(of: key, "expected text of 1 to \(limit) bytes")
    }
    return text
  }

  /// Reads a text of one line, which is shown to people: without controls.
  func name(_ key: SubmittedKey, upTo limit: Int) throws -> String {
    let name = try text(key, upTo: limit)
    // The general category Cc.
    guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || 0x7F...0x9F ~= $0.value })
    else { throw refusal(of: key, "expected text without control characters") }
    return name
  }

  /// Reads one of some words.
  func choice<Value>(_ key: SubmittedKey, _ choices: [(String, Value)]) throws -> Value {
    let word: String = try value(key)
    if let choice = choices.first(where: { $0.0 == word }) { return choice.1 }
    throw refusal(of: key, "expected \(ConfigurationText.alternatives(choices.map(\.0)))")
  }

  /// Reads a length of time within bounds.
  func duration(_ key: SubmittedKey, _ range: ClosedRange<Duration>) throws -> Duration {
    let duration: SubmittedDuration = try value(key)
    guard range.contains(duration.value) else {
      let bounds = [range.lowerBound, range.upperBound].map(DurationText.text)
      throw refusal(of: key, "expected a duration from \(bounds[0]) to \(bounds[1])")
    }
    return duration.value
  }

  /// A complaint of a member.
  func refusal(of key: SubmittedKey, _ message: String) -> JobRefusal {
    JobRefusal(path: container.codingPath + [key], message)
  }

  /// A complaint of a name that means nothing here.
  func unknown(_ key: SubmittedKey, _ expected: [String]) -> JobRefusal {
    let names = ConfigurationText.alternatives(expected)
    return refusal(of: key, "there is no such field; expected \(names)")
  }

  /// A complaint that a member is missing.
  func missing(_ name: String, _ expected: String) -> JobRefusal {
    refusal(of: SubmittedKey(stringValue: name), "it is missing; expected \(expected)")
  }
}
