/// One of a few texts that stand for something; one that this version does not know stays as it came.
///
/// In JSON it is a string.
public protocol ServiceValue: RawRepresentable, Codable, Hashable, Sendable,
  CustomStringConvertible, ExpressibleByStringLiteral
where RawValue == String, StringLiteralType == String {
  /// The value that a text stands for, whatever it says.
  init(rawValue: String)
}

extension ServiceValue {
  /// The value that a text stands for, whatever it says.
  public init(stringLiteral text: String) {
    self.init(rawValue: text)
  }

  /// The text.
  public var description: String { rawValue }

  /// Reads the text.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
