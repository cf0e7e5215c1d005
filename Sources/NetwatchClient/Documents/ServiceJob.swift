/// A job of the service's outbox, in short.
///
/// Keys that are added later are ignored.
public struct ServiceJob: Codable, Hashable, Sendable, Identifiable {
  /// Its number, which no other job of the store ever gets.
  public var id: Int64

  /// `http` or `exec`, or what a later service knows besides.
  public var kind: String

  /// What it is paced by: the origin of its URL, or a name.
  public var destination: String

  /// Whose it is; nil where it has no owner.
  public var owner: String?

  /// Where it is.
  public var state: ServiceJobState

  /// Whether it is ready, and held up because its requirement is not met here or its destination is
  /// closed.
  public var parked: Bool

  /// How soon it goes.
  public var priority: ServicePriority

  /// What has to be there for it to go.
  public var requirement: ServiceRequirement

  /// How many attempts count, one under way included.
  public var attempt: Int

  /// When it was submitted.
  public var created: ServiceTime

  /// In how many seconds it is due; nil where it is due, or finished.
  public var dueSeconds: Double?

  /// When it ended; nil where it has not.
  public var finished: ServiceTime?

  /// Why it is dead, in words; nil where it is not.
  public var reason: String?

  /// What keeps it from being there twice, as its submitter gave it.
  public var uniqueKey: String?

  /// How the newest attempt failed.
  public var lastFailure: String?
}
