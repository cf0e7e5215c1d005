/// How well this host is connected; the texts of `ConnectivityLevel`.
public struct ServiceLevel: ServiceValue {
  /// The text that stands for it in JSON.
  public let rawValue: String

  /// The value that a text stands for, whatever it says.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// No usable route.
  public static let none: Self = "none"

  /// A route, and nothing known beyond it.
  public static let unverified: Self = "unverified"

  /// Probes fail.
  public static let limited: Self = "limited"

  /// A captive portal answers.
  public static let portal: Self = "portal"

  /// A probe or real traffic got through.
  public static let full: Self = "full"
}
