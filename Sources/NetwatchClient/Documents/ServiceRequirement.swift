/// What has to be there for a job to make sense.
public struct ServiceRequirement: ServiceValue {
  /// The text that stands for it in JSON.
  public let rawValue: String

  /// The value that a text stands for, whatever it says.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Nothing.
  public static let nothing: Self = "nothing"

  /// A route to its destination.
  public static let route: Self = "route"

  /// The internet.
  public static let internet: Self = "internet"
}
