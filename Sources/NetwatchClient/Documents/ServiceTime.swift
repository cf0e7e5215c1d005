public import NetwatchCore

/// A moment as the service tells it: RFC 3339, in UTC, with microseconds.
///
/// In JSON it is a string, which is kept as it came.
public struct ServiceTime: Hashable, Sendable, CustomStringConvertible {
  /// The moment.
  public let wallTime: WallTime

  /// The text.
  public let description: String

  /// Reads a moment; nil where the text is none.
  ///
  /// - Parameter text: `2026-11-29T23:59:01.123456Z`, with an offset in the place of the `Z` or without
  ///   a fraction where need be (RFC 3339, section 5.6); what is finer than a nanosecond is dropped.
  public init?(_ text: String) {
    var reader = InternetTimeReader(text)
    guard let wallTime = reader.read() else { return nil }
    self.wallTime = wallTime
    description = text
  }
}

extension ServiceTime: Comparable {
  /// Whether a moment is earlier than another.
  public static func < (one: Self, other: Self) -> Bool {
    (one.wallTime.seconds, one.wallTime.nanoseconds)
      < (other.wallTime.seconds, other.wallTime.nanoseconds)
  }
}

extension ServiceTime: Codable {
  /// Reads the text, which has to be a moment.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let time = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(text.debugDescription) is no moment of RFC 3339"
      )
    }
    self = time
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
