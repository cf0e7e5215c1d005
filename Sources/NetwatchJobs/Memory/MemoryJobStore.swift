import NetwatchCore
package import NetwatchSystem

/// Keeps jobs in memory: they are gone when the program ends.
///
/// For work that is worth doing only while the program runs, and for tests. It does all that the
/// other stores do, and no call waits for anything but a lock. A job takes about 150 bytes besides its
/// payload; what finished jobs take is free when ``prune(_:)`` has removed them.
public final class MemoryJobStore: JobStore {
  /// Names this store, and differs from that of all others.
  public let identity: String

  private struct Shared {
    var jobs: MemoryJobs
    var isClosed = false
  }

  private let clocks: SystemClocks
  private let shared: Lock<Shared>
  private let observers = StoreObservers()

  /// Creates a store without jobs.
  ///
  /// - Parameter limits: How much it takes.
  public convenience init(limits: JobLimits = JobLimits()) {
    self.init(limits: limits, clocks: .kernel)
  }

  package init(limits: JobLimits = JobLimits(), clocks: SystemClocks) {
    let number = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
    identity = "memory-" + String(number.0, radix: 36) + String(number.1, radix: 36)
    self.clocks = clocks
    shared = Lock(Shared(jobs: MemoryJobs(identity: identity, limits: limits)))
  }

  /// Stores jobs, all or none.
  public func submit(_ jobs: [NewJob]) async throws -> [JobReceipt] {
    try perform { (memory, moment) throws(JobStoreError) in try memory.submit(jobs, at: moment) }
  }

  /// Does what time has brought, and tells what there is to do.
  public func look(_ look: StoreLook) async throws -> StoreView {
    try perform { $0.look(look, at: $1) }
  }

  /// Takes a worker's reports, and hands it jobs.
  public func turn(_ turn: StoreTurn) async throws -> StoreTurnResult {
    try perform { $0.turn(turn, at: $1) }
  }

  /// Cancels a job that is not finished; one that runs loses its lease.
  public func cancel(_ id: JobID) async throws -> JobTransition? {
    try perform { $0.cancel(id, at: $1) }
  }

  /// Makes a job ready that waits, is dead or was cancelled.
  public func retryNow(_ id: JobID) async throws -> JobTransition? {
    try perform { (memory, moment) throws(JobStoreError) in try memory.retryNow(id, at: moment) }
  }

  /// A job as it stands; nil where there is none with this number.
  public func job(_ id: JobID) async throws -> Job? { try await job(id, payloadLimit: .max) }

  /// A job as it stands, with its payload where that is no longer than a limit.
  public func job(_ id: JobID, payloadLimit: Int) async throws -> Job? {
    try perform { $0.job(id, payloadLimit: payloadLimit, at: $1) }
  }

  /// The jobs that a query names, by their numbers.
  public func jobs(matching query: JobQuery) async throws -> [Job] {
    try perform { $0.jobs(matching: query, at: $1) }
  }

  /// Counts what there is.
  public func statistics() async throws -> StoreStatistics {
    try perform { $0.statistics(at: $1) }
  }

  /// Counts the jobs that are not finished, by a walk past all of them.
  public func usage() async throws -> [StoreUsage] {
    try perform { memory, _ in memory.usage() }
  }

  /// Removes finished jobs that need not be kept any longer, at most 1,000 in one call.
  public func prune(_ retention: JobRetention) async throws -> Int {
    try perform { $0.prune(retention, at: $1) }
  }

  /// Has changes told to an observer, on the thread of the call that made them.
  public func observe(_ observer: @escaping @Sendable (StoreChange) -> Void) -> StoreObservation {
    observers.add(observer)
  }

  /// Forgets all jobs; later calls throw `closed`.
  public func close() async {
    // The jobs are let go of outside the lock, which a million of them would hold for long.
    _ = shared.withLock { shared in
      shared.isClosed = true
      let jobs = shared.jobs
      shared.jobs = MemoryJobs(identity: jobs.identity, limits: jobs.limits)
      return jobs
    }
  }

  /// Runs a transaction, and then tells observers what came of it.
  private func perform<Result: Sendable>(
    _ body: (inout MemoryJobs, StoreMoment) throws(JobStoreError) -> Result
  ) throws -> Result {
    try Task.checkCancellation()
    let (result, news) = try shared.withLock {
      shared throws(JobStoreError) -> (Result, StoreNews) in
      // Read under the lock, so that time never goes back from one call to the next.
      let moment = StoreMoment(boot: clocks.boot(), wall: clocks.wall())
      guard !shared.isClosed else { throw .init(.closed, "the store was closed") }
      return (try body(&shared.jobs, moment), shared.jobs.takeNews())
    }
    tell(news)
    return result
  }

  private func tell(_ news: StoreNews) {
    guard !news.isEmpty, !observers.isEmpty else { return }
    observers.tell(news.changes)
  }
}
