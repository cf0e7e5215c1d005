/// Where jobs are kept.
///
/// A store decides nothing but what has to be decided in one transaction: who gets a job, and whether
/// a report comes from the run that holds it. It tells time by a clock of its own, which all workers
/// of the store share; what it is handed and what it returns are times from now on.
///
/// All functions can be called from any task at any time. They throw ``JobStoreError``, and
/// `CancellationError` within 50 ms when the task is cancelled: what was asked for may have been done
/// all the same.
public protocol JobStore: Sendable {
  /// Names what is stored, for as long as it exists, and differs from that of all other stores.
  var identity: String { get }

  /// Stores jobs, all or none; returns when they would survive a crash, as far as the store does.
  ///
  /// - Parameter jobs: The jobs.
  /// - Returns: A receipt for each, in their order.
  /// - Throws: `invalid` and `full` before anything is changed.
  func submit(_ jobs: [NewJob]) async throws -> [JobReceipt]

  /// Does what time has brought, and tells what there is to do: jobs that are due become ready, those
  /// of vanished workers too, or dead; those whose deadline has passed become dead.
  ///
  /// It writes only where there is something to change, and a bounded amount of it in one call.
  func look(_ look: StoreLook) async throws -> StoreView

  /// Takes a worker's reports, and hands it jobs, in one transaction.
  func turn(_ turn: StoreTurn) async throws -> StoreTurnResult

  /// Cancels a job that is not finished; one that runs loses its lease.
  ///
  /// - Returns: What changed; nil where nothing did.
  func cancel(_ id: JobID) async throws -> JobTransition?

  /// Makes a job ready that waits, is dead or was cancelled; the last two with a new history of
  /// retries, their failed attempts kept.
  ///
  /// - Returns: What changed; nil where nothing did.
  /// - Throws: `full` where there is no room for one more job that is not finished, `invalid` where
  ///   another one has its unique key by now.
  func retryNow(_ id: JobID) async throws -> JobTransition?

  /// A job as it stands; nil where there is none with this number.
  func job(_ id: JobID) async throws -> Job?

  /// A job as it stands, with its payload where that is no longer than a limit in bytes, and without it
  /// otherwise; nil where there is none with this number.
  ///
  /// A payload that is left out is not read either.
  func job(_ id: JobID, payloadLimit: Int) async throws -> Job?

  /// The jobs that a query names, by their numbers.
  func jobs(matching query: JobQuery) async throws -> [Job]

  /// Counts what there is.
  func statistics() async throws -> StoreStatistics

  /// Counts the jobs that are not finished, for each owner and destination that has any; in no order.
  func usage() async throws -> [StoreUsage]

  /// Removes finished jobs that need not be kept any longer, a bounded number in one call, first of
  /// the owners who have the most.
  ///
  /// - Returns: How many it removed; zero where there are no more.
  func prune(_ retention: JobRetention) async throws -> Int

  /// Has changes told to an observer, until the observation is let go of.
  ///
  /// - Parameter observer: Called after the change, on any thread; it must return at once.
  /// - Returns: What keeps the observer registered.
  func observe(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation

  /// Ends all work on the store; later calls throw `closed`. Idempotent.
  func close() async
}

/// Something that happened to a store, told to whoever schedules from it.
public enum StoreChange: Sendable {
  /// Jobs became ready in this lane, through this object.
  case ready(JobLane)

  /// A job was submitted or put off through this object, and is due after so long.
  case due(after: Duration)

  /// A running job was cancelled through this object.
  case revoked(JobID)

  /// Something may have been changed by another process or host: look again.
  case elsewhere
}

/// Keeps an observer of a store registered for as long as it is held.
public final class StoreObservation: Sendable {
  private let end: @Sendable () -> Void

  /// Creates an observation.
  ///
  /// - Parameter end: Called when it is let go of.
  public init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit { end() }
}
