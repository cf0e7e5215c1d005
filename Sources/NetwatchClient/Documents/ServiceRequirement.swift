/// What has to be there for a job to make sense.
public struct ServiceRequirement: ServiceValue {
  public let rawValue: String

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
