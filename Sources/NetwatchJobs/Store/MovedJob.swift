/// A job on its way to another store, with everything that has to survive.
package struct MovedJob: Sendable {
  /// Its number in the store that it leaves.
  package var id: JobID

  /// What was submitted; its times are what is left of them.
  package var job: NewJob

  /// The attempts that count.
  package var attempt: Int

  /// How many of its runs in a row ended because the worker vanished.
  package var vanished: Int

  /// What it has behind it.
  package var history: JobHistory

  /// When it was submitted, in milliseconds of civil time since 1970.
  package var created: Int64

  /// What names it everywhere, and stays.
  package var idempotencyKey: String

  /// Creates a description of a job that moves.
  package init(
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
package protocol MovableJobStore: JobStore {
  /// Has no more jobs submitted or claimed, for good; idempotent.
  func beginMove() async throws

  /// The jobs that are not finished, by their numbers.
  ///
  /// - Parameters:
  ///   - after: The number after which to begin; nil: with the first.
  ///   - limit: The most jobs.
  func exportPage(after: JobID?, limit: Int) async throws -> [MovedJob]

  /// Removes jobs that stand in another store now; those that are not there are left out.
  func removeMoved(_ ids: [JobID]) async throws

  /// Stores jobs of another store, and how far they go, in one transaction.
  ///
  /// - Parameters:
  ///   - jobs: The jobs, by their numbers; those that came in an earlier call are left out.
  ///   - source: The identity of the store that they come from.
  /// - Returns: How many were stored.
  func importJobs(_ jobs: [MovedJob], from source: String) async throws -> Int

  /// The number of the last job that came from a store; nil where none did.
  func lastMoved(from source: String) async throws -> JobID?
}
