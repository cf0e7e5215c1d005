/// A change of a job's state.
public struct JobTransition: Hashable, Sendable {
  /// The job.
  public let id: JobID

  /// Its kind.
  public let kind: String

  /// Its destination.
  public let destination: String

  /// Its owner; nil where it has none.
  public let owner: String?

  /// What it did before; nil for a job that was just submitted.
  public let from: JobState?

  /// What it does now.
  public let to: JobState

  /// Why, in words; empty where there is nothing to say.
  public let reason: String

  /// Creates the description of a change.
  public init(
    id: JobID,
    kind: String,
    destination: String = JobOptions.defaultDestination,
    owner: String? = nil,
    from: JobState?,
    to: JobState,
    reason: String = ""
  ) {
    self.id = id
    self.kind = kind
    self.destination = destination
    self.owner = owner
    self.from = from
    self.to = to
    self.reason = reason
  }
}
