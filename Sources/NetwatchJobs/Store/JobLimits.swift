/// How much a store takes.
///
/// Finishing jobs is never refused for it, so that a full queue can shrink.
public struct JobLimits: Hashable, Sendable {
  /// The most jobs that are not finished; by default 1,000,000.
  public var jobs: Int

  /// The most bytes of their payloads together; by default 1 GiB.
  public var bytes: Int

  /// The most bytes of one payload; by default 1 MiB.
  public var payload: Int

  /// Creates limits; negative numbers count as 0.
  public init(jobs: Int = 1_000_000, bytes: Int = 1 << 30, payload: Int = 1 << 20) {
    self.jobs = max(jobs, 0)
    self.bytes = max(bytes, 0)
    self.payload = max(payload, 0)
  }

  /// Refuses what there is no room for.
  ///
  /// - Parameters:
  ///   - jobs: How many there would be.
  ///   - bytes: How many bytes their payloads would have.
  /// - Throws: `full`.
  package func check(jobs: Int, bytes: Int) throws(JobStoreError) {
    guard jobs <= self.jobs else {
      throw .init(.full, "the queue holds \(self.jobs) jobs, which is its limit")
    }
    guard bytes <= self.bytes else {
      throw .init(
        .full,
        "the payloads would take \(bytes) bytes; the limit of the queue is \(self.bytes)"
      )
    }
  }
}

/// How long finished jobs are kept, how many of them, and how many bytes of payloads.
///
/// Where there are too many, or too many bytes, owners have fair shares: the jobs that go are the oldest
/// of those who have the most, down to what everybody may have. An owner who has no more than an equal
/// share loses none, however much the others finish. Jobs without an owner count as those of one more.
public struct JobRetention: Hashable, Sendable {
  /// What is kept of one state.
  public struct Rule: Hashable, Sendable {
    /// The longest time after the end of a job.
    ///
    /// Stores on this host do not believe a wall clock that goes faster than time: one that is set far
    /// ahead while a store is open, if only for a moment, makes no job old.
    public var age: Duration

    /// The most jobs; of each owner the newest are kept.
    public var count: Int

    /// The most bytes of their payloads together, by default 256 MiB; of each owner the newest are kept.
    ///
    /// What waits is bounded by ``JobLimits``, and what has ended by this: otherwise whoever may submit
    /// jobs that end at once could fill the disk with them.
    public var bytes: Int

    /// Creates a rule; negative values count as 0.
    ///
    /// An age or a count of 0 keeps nothing, and 0 bytes what has no payload, unless something newer has
    /// one.
    public init(age: Duration, count: Int, bytes: Int = 256 << 20) {
      self.age = max(age, .zero)
      self.count = max(count, 0)
      self.bytes = max(bytes, 0)
    }
  }

  /// What is kept of jobs that succeeded; by default a day and 1,000.
  public var succeeded: Rule

  /// What is kept of cancelled jobs; by default a day and 1,000.
  public var cancelled: Rule

  /// What is kept of dead jobs; by default 30 days and 100,000.
  public var dead: Rule

  /// Creates a retention; what is left out has the default that stands with the property.
  public init(
    succeeded: Rule = Rule(age: .seconds(86_400), count: 1_000),
    cancelled: Rule = Rule(age: .seconds(86_400), count: 1_000),
    dead: Rule = Rule(age: .seconds(30 * 86_400), count: 100_000)
  ) {
    self.succeeded = succeeded
    self.cancelled = cancelled
    self.dead = dead
  }

  /// The rule for a state; nil where jobs in it are not finished.
  package func rule(for state: JobState) -> Rule? {
    switch state {
    case .succeeded: succeeded
    case .cancelled: cancelled
    case .dead: dead
    case .ready, .waiting, .running: nil
    }
  }
}
