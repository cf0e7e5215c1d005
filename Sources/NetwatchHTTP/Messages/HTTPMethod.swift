/// A request method (RFC 9110, section 9); any token is one, and case counts.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The method as it stands in the request line.
  public let rawValue: String

  /// Creates a method from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Asks for a representation.
  public static let get = Self(rawValue: "GET")

  /// Asks for the head of what GET would bring.
  public static let head = Self(rawValue: "HEAD")

  /// Hands something over to be processed.
  public static let post = Self(rawValue: "POST")

  /// Replaces what is at the URL.
  public static let put = Self(rawValue: "PUT")

  /// Changes what is at the URL (RFC 5789).
  public static let patch = Self(rawValue: "PATCH")

  /// Removes what is at the URL.
  public static let delete = Self(rawValue: "DELETE")

  /// Asks what can be done.
  public static let options = Self(rawValue: "OPTIONS")

  /// Asks for the request as it arrived.
  public static let trace = Self(rawValue: "TRACE")

  /// Whether doing it twice is meant to have the effect of doing it once (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool {
    [.get, .head, .put, .delete, .options, .trace].contains(self)
  }

  /// The method's name.
  public var description: String { rawValue }
}
