/// One field of an HTTP message's header (RFC 9110, section 5).
///
/// Two fields are equal when their values are and their names differ in nothing but case.
public struct HTTPField: Sendable {
  /// The field's name as it stands in the message; whoever compares names ignores case.
  public let name: String

  /// The field's value, without blanks around it.
  public let value: String

  /// Creates a field.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension HTTPField: Hashable {
  /// Compares names without regard to case, and values with it.
  public static func == (left: Self, right: Self) -> Bool {
    left.hasName(right.name) && left.value == right.value
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte.lowercasedASCII) }
    hasher.combine(value)
  }

  /// Whether this is the field's name, in whatever case.
  func hasName(_ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8) { $0.lowercasedASCII == $1.lowercasedASCII }
  }
}

extension UInt8 {
  /// The byte in lower case where it is a letter of ASCII: names of fields know no other letters, and
  /// no locale.
  fileprivate var lowercasedASCII: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
