internal import NetwatchCore

/// Lengths of time as a JSON text has them beside those with a unit: a number of seconds.
extension DurationText {
  /// The length of time that a number of seconds is, at most the longest; nil where it is none.
  static func duration(seconds: Double) -> Duration? {
    guard seconds >= 0, seconds.isFinite else { return nil }
    // Where it is longer than the longest, the product could be too large for its type.
    return seconds < 1e9 ? min(.seconds(seconds), longest) : longest
  }

  /// What is expected where a length of time is out of bounds.
  static func expectation(_ range: ClosedRange<Duration>) -> String {
    "a duration from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }
}
