/// What a store holds, counted.
public struct StoreStatistics: Hashable, Sendable {
  /// How many jobs are in each state; a state without jobs may be missing.
  public var states: [JobState: Int]

  /// The bytes of the payloads of all jobs that are not finished.
  public var bytes: Int

  /// How many jobs of each kind are not finished.
  public var kinds: [String: Int]

  /// What there is for each destination that has a job which is not finished, or a pace.
  public var destinations: [String: Destination]

  /// How long ago the oldest job that is not finished was submitted; nil where there is none.
  public var oldest: Duration?

  /// One destination.
  public struct Destination: Hashable, Sendable {
    /// How many jobs are ready, waiting or running.
    public var jobs: Int

    /// The pace; nil where it is at rest.
    public var pace: StoredPace?

    /// Creates the count of a destination.
    public init(jobs: Int, pace: StoredPace?) {
      self.jobs = jobs
      self.pace = pace
    }
  }

  /// Creates statistics.
  public init(
    states: [JobState: Int],
    bytes: Int,
    kinds: [String: Int],
    destinations: [String: Destination],
    oldest: Duration?
  ) {
    self.states = states
    self.bytes = bytes
    self.kinds = kinds
    self.destinations = destinations
    self.oldest = oldest
  }
}
