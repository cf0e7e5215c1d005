internal import NetwatchCore

extension ConfigurationNode {
  /// Text of at most so many bytes, with no control character in it.
  func text(_ expected: String, upTo limit: Int = 4096) throws(ConfigurationError) -> String {
    guard case .text(let text) = value, !text.isEmpty, text.utf8.count <= limit,
      text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw wrong(expected) }
    return text
  }

  func boolean() throws(ConfigurationError) -> Bool {
    switch value {
    case .boolean(let value): return value
    case .text("true") where isFlag: return true
    case .text("false") where isFlag: return false
    default: throw wrong("true or false")
    }
  }

  /// A whole number inside bounds.
  func wholeNumber(_ range: ClosedRange<Int>, _ unit: String = "") throws(ConfigurationError) -> Int
  {
    guard let number = plainNumber, range.contains(number) else {
      let noun = unit.isEmpty ? "a whole number" : "a whole number of \(unit)"
      throw wrong("\(noun) from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private var plainNumber: Int? {
    switch value {
    case .number(let number): Int(exactly: number)
    case .text(let text) where isFlag: WholeNumber.parse(text).map(Int.init(clamping:))
    default: nil
    }
  }

  /// A length of time: text with a unit, or seconds.
  func duration(
    _ range: ClosedRange<Duration> = .zero...DurationText.longest
  ) throws(ConfigurationError) -> Duration {
    guard let duration = plainDuration else {
      throw wrong("a duration such as 250ms, 3s, 5m, 1h or 7d")
    }
    guard range.contains(duration) else {
      throw wrong(DurationText.expectation(range))
    }
    return duration
  }

  private var plainDuration: Duration? {
    switch value {
    case .number(let seconds): DurationText.duration(seconds: seconds)
    case .text(let text): DurationText.parse(text)
    default: nil
    }
  }

  /// A number of bytes: a number, or text such as 8MiB.
  func byteCount(_ range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
    guard let count = plainByteCount, range.contains(count) else {
      let bounds = [range.lowerBound, range.upperBound].map(ByteCountText.text)
      throw wrong(
        "a number of bytes such as 64KiB, 8MiB or 1GiB, from \(bounds[0]) to \(bounds[1])"
      )
    }
    return count
  }

  private var plainByteCount: Int? {
    switch value {
    case .number(let number): Int(exactly: number)
    case .text(let text): ByteCountText.parse(text)
    default: nil
    }
  }

  /// One of some words.
  func choice<Value>(_ choices: [(String, Value)]) throws(ConfigurationError) -> Value {
    if case .text(let text) = value, let choice = choices.first(where: { $0.0 == text }) {
      return choice.1
    }
    throw wrong(ConfigurationText.alternatives(choices.map(\.0)))
  }

  /// A path from the root, without `.`, `..` or an empty part.
  func absolutePath(_ noun: String, upTo limit: Int = 4095) throws(ConfigurationError) -> String {
    let expected = "\(noun): a path from the root without '.' and '..', of at most \(limit) bytes"
    let path = try text(expected, upTo: limit)
    guard PathText.isFromRoot(path) else { throw wrong(expected) }
    return path
  }
}
