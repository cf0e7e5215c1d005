/// A job on its way to another store, with everything that has to survive.
public struct MovedJob: Sendable {
  /// Its number in the store that it leaves.
  public var id: JobID

  /// What was submitted; its times are what is left of them.
  public var job: NewJob

  /// The attempts that count.
  public var attempt: Int

  /// How many of its runs in a row ended because the worker vanished.
  public var vanished: Int

  /// What it has behind it.
  public var history: JobHistory

  /// When it was submitted, in milliseconds of civil time since 1970.
  public var created: Int64

  /// What names it everywhere, and stays.
  public var idempotencyKey: String

  /// Creates a description of a job that moves.
  public init(
    id: JobID,
    job: NewJob,
    attempt: Int,
    vanished: Int,
    history: JobHistory,
    created: Int64,
    idempotencyKey: String
  ) {
    self.id = id
    self.job = job
    self.attempt = attempt
    self.vanished = vanished
    self.history = history
    self.created = created
    self.idempotencyKey = idempotencyKey
  }
}

/// A store that jobs can be moved out of, and into.
public protocol MovableJobStore: JobStore {
  /// Has no more jobs submitted or claimed, for good; idempotent.
  func beginMove() async throws

  /// The jobs that are not finished, by their numbers.
  ///
  /// - Parameters:
  ///   - after: The number after which to begin; nil: with the first.
  ///   - limit: The most jobs.
  /// - Returns: The jobs, with what is left of their times.
  /// - Throws: ``JobStoreError`` and `CancellationError`.
  func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob]

  /// Removes jobs that stand in another store now; those that are not there are left out.
  func removeMoved(_ ids: [JobID]) async throws

  /// Stores jobs of another store, and how far they go, in one transaction.
  ///
  /// - Parameters:
  ///   - jobs: The jobs, by their numbers; those that came in an earlier call are left out.
  ///   - source: The identity of the store that they come from.
  /// - Returns: How many were stored.
  /// - Throws: ``JobStoreError``, `full` before anything is changed, and `CancellationError`.
  func importJobs(_ jobs: [MovedJob], from source: String) async throws -> Int

  /// The number of the last job that came from a store; nil where none did.
  func lastMoved(from source: String) async throws -> JobID?
}
