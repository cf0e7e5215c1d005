/// A link that opens the page once.
public struct ServicePageLink: Codable, Hashable, Sendable {
  /// The link; a secret while it is good.
  public var url: String

  /// How many seconds it is good for.
  public var expiresSeconds: Double
}
