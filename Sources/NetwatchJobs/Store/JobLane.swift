/// The jobs of one destination that can be claimed under the same conditions, in the order of their
/// rank.
///
/// A worker names the lanes that it may take from. So jobs whose requirement is not met, or whose kind
/// it does not know, are never looked at, however many there are.
public struct JobLane: Hashable, Sendable {
  /// The unit of pacing.
  public let destination: String

  /// The kind of all its jobs.
  public let kind: String

  /// The requirement of all its jobs.
  public let requirement: JobRequirement

  /// Whether its jobs have the priority `high`, and need not wait for a release to begin.
  public let isUrgent: Bool

  /// Creates the description of a lane.
  public init(destination: String, kind: String, requirement: JobRequirement, isUrgent: Bool) {
    self.destination = destination
    self.kind = kind
    self.requirement = requirement
    self.isUrgent = isUrgent
  }

  /// The lane of jobs of a kind that were submitted with these options.
  init(kind: String, _ options: JobOptions) {
    self.init(
      destination: options.destination,
      kind: kind,
      requirement: options.requirement,
      isUrgent: options.priority == .high
    )
  }
}
