internal import NetwatchCore

/// A length of time: text with a unit such as `5m`, or a number of seconds.
struct SubmittedDuration: Decodable {
  let value: Duration

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self), let duration = DurationText.parse(text) {
      value = duration
    } else if let seconds = try? container.decode(Double.self), seconds >= 0 {
      // Where it is longer than the longest, the product could be too large for its type.
      value = seconds < 1e9 ? min(.seconds(seconds), DurationText.longest) : DurationText.longest
    } else {
      throw JobRefusal(
        path: decoder.codingPath,
        "expected a duration such as 250ms, 3s, 5m, 1h or 7d, or a number of seconds"
      )
    }
  }
}
