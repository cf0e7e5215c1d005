/// How soon a job goes among those of its destination.
public struct ServicePriority: ServiceValue {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Behind the others.
  public static let low: Self = "low"

  /// As ever.
  public static let normal: Self = "normal"

  /// Before the others, and without a wait after an outage.
  public static let high: Self = "high"
}
