/// A job's step from state to state.
public struct ServiceJobChange: Codable, Hashable, Sendable, Identifiable {
  /// When it was taken.
  public var time: ServiceTime

  /// The job's number.
  public var id: Int64

  /// The job's kind.
  public var kind: String

  /// What the job is paced by.
  public var destination: String

  /// Whose job it is; nil where it has no owner.
  public var owner: String?

  /// The state before; nil where it was submitted.
  public var from: ServiceJobState?

  /// The state after.
  public var to: ServiceJobState

  /// Why, in words.
  public var reason: String?
}
