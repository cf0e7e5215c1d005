/// How soon a job goes among those of its destination.
public struct ServicePriority: ServiceValue {
  /// The text that stands for it in JSON.
  public let rawValue: String

  /// The value that a text stands for, whatever it says.
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
