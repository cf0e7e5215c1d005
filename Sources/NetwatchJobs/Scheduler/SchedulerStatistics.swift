/// What there is in a scheduler's store, and what happens here.
public struct SchedulerStatistics: Hashable, Sendable {
  /// What the store holds.
  public let store: StoreStatistics

  /// How many jobs and closures run in this scheduler.
  public let running: Int

  /// Whether a connection is assumed to be available here.
  public let isConnectionAssumedAvailable: Bool

  /// How many unfinished jobs there are of each kind that this scheduler has no handler for.
  public let unknownKinds: [String: Int]
}
