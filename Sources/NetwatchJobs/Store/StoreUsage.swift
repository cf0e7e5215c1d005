/// How much of a store the jobs of one owner for one destination take that are not finished.
public struct StoreUsage: Hashable, Sendable {
  /// Whose they are; nil: nobody's.
  public var owner: String?

  /// Where they go.
  public var destination: String

  /// How many there are, at least one.
  public var jobs: Int

  /// The bytes of their payloads.
  public var bytes: Int

  /// Creates the description of what jobs take.
  public init(owner: String?, destination: String, jobs: Int, bytes: Int) {
    self.owner = owner
    self.destination = destination
    self.jobs = jobs
    self.bytes = bytes
  }
}
